#!/usr/bin/env bash
# Makes this machine a place that is published to by ssh; as root, once, with the publishing key's public half:
#
#   deploy/publish/install.sh "ssh-ed25519 AAAA… publishing"
#
# To upgrade a machine, or to change the key, run it again. With ROOT=/some/folder, it writes below that folder, to be read first, and leaves
# the users of this machine alone.
#
# The user `site` writes only in the state folder, /var/lib/site-place. Root owns everything that decides on a login: the file of keys, the snippet
# that names it to sshd, and the home. Otherwise any code that the user runs could add a key without a forced command.
set -euo pipefail

key=${1:?expected the public half of the publishing key}
root=${ROOT:-}
here=$(dirname "$(readlink -f "$0")")
units="$root/etc/systemd/system"
state="$root/var/lib/site-place"
home=/var/lib/site-home
keys=/etc/ssh/authorized_keys.d

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

install -d -m 755 "$units" "$state" "$root$home" "$root$keys" "$root/etc/ssh/sshd_config.d" "$root/usr/local/bin" "$root/etc/sudoers.d"
# One file, with the functions that it sources here.
sed "/^\. .*switches\.sh/ { r $here/switches.sh
    d }" "$here/site-place" > "$root/usr/local/bin/site-place"
chmod 755 "$root/usr/local/bin/site-place"
install -m 440 "$here/sudoers" "$root/etc/sudoers.d/site-place"
# sshd reads the file with the user's rights, and its StrictModes want root or the user as the owner up to /.
echo "restrict,port-forwarding,permitopen=\"127.0.0.1:8080\",command=\"/usr/local/bin/site-place\" $key" > "$root$keys/site"
chmod 644 "$root$keys/site"
printf '# Made by install.sh: the only keys of this user, in a file that root owns.\nMatch User site\n    AuthorizedKeysFile %s/site\nMatch all\n' "$keys" \
    > "$root/etc/ssh/sshd_config.d/site-place.conf"

# The sockets belong to no server: one follows the other on them. The unit of a publication's server is that of deploy/systemd/ but for these lines.
install -m 644 "$here/../systemd/site-server.socket" "$here/site-server-admin.socket" "$units/"
sed -e 's|^ExecStart=/usr/local/bin/site-server |ExecStart=/var/lib/site-place/publications/%i/site-server |' \
    -e 's|^Type=notify$|&\nSockets=site-server.socket site-server-admin.socket\nEnvironment=SITE_PARTS=/var/lib/site-place/parts|' \
    -e 's|^Description=.*|& (publication %i)|' \
    "$here/../systemd/site-server.service" > "$units/site-server@.service"
# What starts when somebody asks and no publication's server runs.
sed -e 's|^ExecStart=/usr/local/bin/site-server |ExecStart=/var/lib/site-place/current/site-server |' \
    -e 's|^Type=notify$|&\nEnvironment=SITE_PARTS=/var/lib/site-place/parts|' \
    "$here/../systemd/site-server.service" > "$units/site-server.service"

# Older versions of this script made the state folder the home, and kept the keys there.
rm -rf "$state/.ssh"

if [ -z "$root" ]; then
    id site > /dev/null 2>&1 || useradd --system --no-create-home --home-dir "$home" --shell /bin/sh site
    if [ "$(getent passwd site | cut -d: -f6,7)" != "$home:/bin/sh" ]; then
        usermod --home "$home" --shell /bin/sh site || fail "expected no process of the user site, whose home and shell change, and usermod refuses (above); wait until no publication runs, and run install.sh again"
    fi
    chown site: "$state"
    # sshd refuses to read its settings without this folder, which only a running sshd has.
    install -d -m 755 /run/sshd
    sshd -t || fail "expected settings that sshd takes (above); correct them, and run install.sh again"
    settings=$(sshd -T -C user=site,host=localhost,addr=127.0.0.1)
    [[ $'\n'$settings$'\n' == *$'\n'"authorizedkeysfile $keys/site"$'\n'* ]] ||
        fail "expected sshd to read the keys of the user site only from $keys/site, found: $(grep '^authorizedkeysfile' <<< "$settings"). Put the line 'Include /etc/ssh/sshd_config.d/*.conf' at the top of /etc/ssh/sshd_config, and run install.sh again"
    systemctl daemon-reload
    for unit in ssh.service sshd.service; do
        if systemctl is-active --quiet "$unit"; then systemctl reload "$unit"; fi
    done
    systemctl enable --now site-server.socket site-server-admin.socket
fi
echo "The place is ready. Its own keys, for SITE_SSH_HOSTS: ssh-keyscan $(hostname)"
