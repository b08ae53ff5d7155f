package peers

import (
	"os/exec"
	"testing"
)

// mailboxScript writes the files of its arguments into an mbox and a Maildir with
// Python's module mailbox.
const mailboxScript = `import mailbox, os, sys
root, files = sys.argv[1], sys.argv[2:]
box = mailbox.mbox(os.path.join(root, "mbox"))
maildir = mailbox.Maildir(os.path.join(root, "maildir"), factory=None)
mh = mailbox.MH(os.path.join(root, "mh"))
for i, name in enumerate(files):
    data = open(name, "rb").read()
    box.add(data)
    message = mailbox.MaildirMessage(data)
    if i % 2:
        message.set_subdir("cur")
        message.set_flags("SF")
    maildir.add(message)
    mh.add(data)
box.close()
`

// Mailboxes writes messages into an mbox, a Maildir and a directory of MH with Python's
// module mailbox. It returns the directory that has them: "mbox", "maildir" and "mh".
func Mailboxes(t testing.TB, messages ...string) string {
	t.Helper()
	program := python(t, "mailbox", "mailbox")
	dir := scratch(t)
	args := []string{write(t, dir, "mailboxes.py", mailboxScript), dir}
	for i, text := range messages {
		args = append(args, write(t, dir, string(rune('a'+i))+".eml", text))
	}
	cmd := exec.Command(program, args...)
	cmd.Env = environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("python mailbox: %v: %s", err, out)
	}
	record(t, "mailbox")
	return dir
}
