#!/usr/bin/env bash
# Makes this machine a place that is published to by ssh; as root, once, with the publishing key's public half:
#
#   deploy/publish/install.sh "ssh-ed25519 AAAA… publishing"
#
# ROOT=/some/folder writes below that folder instead, and makes no user: to look at it first.
set -euo pipefail

key=${1:?expected the public half of the publishing key}
root=${ROOT:-}
here=$(dirname "$(readlink -f "$0")")
units="$root/etc/systemd/system"
home="$root/var/lib/site-place"

if [ -z "$root" ]; then
    id site > /dev/null 2>&1 || useradd --system --home-dir "$home" --shell /bin/bash site
fi
install -d -m 755 "$units" "$home" "$home/parts" "$root/usr/local/bin" "$root/etc/sudoers.d"
install -d -m 700 "$home/.ssh"
# One file, with the functions that it sources here.
sed "/^\. .*switches\.sh/ { r $here/switches.sh
    d }" "$here/site-place" > "$root/usr/local/bin/site-place"
chmod 755 "$root/usr/local/bin/site-place"
install -m 440 "$here/sudoers" "$root/etc/sudoers.d/site-place"
echo "restrict,port-forwarding,permitopen=\"127.0.0.1:8080\",command=\"/usr/local/bin/site-place\" $key" > "$home/.ssh/authorized_keys"

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

if [ -z "$root" ]; then
    chown -R site: "$home"
    systemctl daemon-reload
    systemctl enable --now site-server.socket site-server-admin.socket
fi
echo "The place is ready. Its own keys, for SITE_SSH_HOSTS: ssh-keyscan $(hostname)"
