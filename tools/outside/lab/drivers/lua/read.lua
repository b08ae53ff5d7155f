-- Reads texts with Lua: "socket" (LuaSocket's url.parse).
--
-- Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
local url = require("socket.url")

local function decode(line)
	return (line:gsub("%x%x", function(two) return string.char(tonumber(two, 16)) end))
end

local function encode(value)
	if value == nil then
		return "-"
	end
	return (tostring(value):gsub(".", function(c) return string.format("%02x", c:byte()) end))
end

print("= " .. require("socket")._VERSION)
for line in io.lines() do
	local ok, u, err = pcall(url.parse, decode(line))
	if not ok or u == nil then
		print("0\t" .. encode(err or u))
	else
		print(table.concat({"1", encode(u.scheme), encode(u.host), encode(u.port), encode(u.path), encode(u.user)}, "\t"))
	end
end
