{-# LANGUAGE CPP #-}
-- Reads texts with network-uri.
--
-- Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
module Main (main) where

import qualified Data.ByteString as B
import qualified Data.Text as T
import qualified Data.Text.Encoding as E
import Data.List (intercalate)
import Network.URI
import Numeric (readHex, showHex)
import System.IO

decode :: String -> String
decode line = T.unpack (E.decodeUtf8 (B.pack (bytes line)))
  where
    bytes (a : b : rest) = fst (head (readHex [a, b])) : bytes rest
    bytes _ = []

encode :: String -> String
encode s = concatMap two (B.unpack (E.encodeUtf8 (T.pack s)))
  where
    two b = [c | b < 16, c <- "0"] ++ showHex b ""

port :: String -> String
port (':' : rest@(_ : _)) = encode rest
port _ = "-"

answer :: String -> String
answer text = case parseURIReference text of
  Nothing -> "0\t" ++ encode "Nothing"
  Just u -> intercalate "\t" ("1" : scheme (uriScheme u) : authority (uriAuthority u) (uriPath u))
  where
    scheme s = if null s then "-" else encode (init s)
    authority Nothing path = ["-", "-", encode path, "-"]
    authority (Just a) path = [encode (uriRegName a), port (uriPort a), encode path, encode (uriUserInfo a)]

main :: IO ()
main = do
  hSetEncoding stdin latin1
  hSetBuffering stdout (BlockBuffering Nothing)
  putStrLn ("= " ++ VERSION_network_uri)
  input <- getContents
  mapM_ (putStrLn . answer . decode . filter (/= '\r')) (lines input)
