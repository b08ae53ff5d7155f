package peers

import (
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// LDAP is a directory server. Its entries are in [Directory]. The name [Manager] with
// [Password] can read everything; others cannot read "cn=secret".
type LDAP struct {
	Server
	TLS   string         // the host and port for ldaps
	Roots *x509.CertPool // the authorities for TLS
}

// Manager is the name of the manager of the directory.
const Manager = "cn=manager,dc=example,dc=test"

// Directory has the entries of the server, as LDIF.
const Directory = `dn: dc=example,dc=test
objectClass: organization
objectClass: dcObject
o: Example
dc: example

dn: ou=people,dc=example,dc=test
objectClass: organizationalUnit
ou: people

dn: cn=Jane Doe,ou=people,dc=example,dc=test
objectClass: inetOrgPerson
cn: Jane Doe
sn: Doe
mail: jane@example.test
mail: doe@example.test
description:: R3LDvMOfZQ==
userPassword: geheim

dn: cn=Doe\2C John,ou=people,dc=example,dc=test
objectClass: inetOrgPerson
cn: Doe, John
sn: Doe

dn: cn=secret,dc=example,dc=test
objectClass: inetOrgPerson
cn: secret
sn: secret

dn: ou=elsewhere,dc=example,dc=test
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test
`

const slapdConf = `include SCHEMA/core.schema
include SCHEMA/cosine.schema
include SCHEMA/inetorgperson.schema
modulepath MODULES
moduleload back_mdb
pidfile DIR/pid
TLSCertificateFile DIR/cert.pem
TLSCertificateKeyFile DIR/key.pem
sizelimit 3
database mdb
maxsize 10485760
suffix "dc=example,dc=test"
rootdn "` + Manager + `"
rootpw ` + Password + `
directory DIR/data
access to dn.base="cn=secret,dc=example,dc=test" by * none
access to * by * read
`

// Slapd starts slapd of OpenLDAP.
func Slapd(t testing.TB) *LDAP {
	t.Helper()
	needsLinux(t, "slapd")
	program := Program(t, "slapd")
	dir := scratch(t)
	cert := newCertificate(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSuffix(filepath.Dir(filepath.Dir(filepath.Dir(program))), "/") // "" for /usr/sbin/slapd
	conf := write(t, dir, "slapd.conf", strings.NewReplacer("DIR", dir, "SCHEMA", root+"/etc/ldap/schema", "MODULES", root+"/usr/lib/ldap").Replace(slapdConf))
	add := exec.Command(program, "-T", "add", "-f", conf, "-l", write(t, dir, "data.ldif", Directory))
	add.Env = environ()
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("slapadd: %v: %s", err, out)
	}
	p := &LDAP{Server: Server{Name: "slapd", Root: dir, scheme: "ldap"}, Roots: cert.roots}
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		p.TLS = address(freePort(t))
		return exec.Command(program, "-f", conf, "-d", "0", "-h", "ldap://"+"127.0.0.1:"+strconv.Itoa(port)+"/ ldaps://"+p.TLS+"/")
	}, func(addr string) error {
		return ask(addr, "0\x0c\x02\x01\x01`\x07\x02\x01\x03\x04\x00\x80\x00", "0\x0c\x02\x01\x01a")
	})
	p.Addr = address(port)
	return p
}
