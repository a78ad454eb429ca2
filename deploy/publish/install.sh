#!/usr/bin/env bash
# Makes this machine a place for publishing through ssh, or upgrades it. Run it as root, in a clone of main, next to the program site-place
# from publish.yml:
#
#   deploy/publish/install.sh --program site-place --sha256 HEX --approved COMMIT \
#       --key "ssh-ed25519 AAAA… publishing" --reading-key "ssh-ed25519 AAAA… reading"
#
#   --program      the file of site-place for this machine's processor; its workflow run prints the SHA-256
#   --approved     the newest commit of main whose changes are all approved; ignored if the place already has a state
#   --key          the public half of the key that may publish
#   --reading-key  the public half of the key that may only read the state
#
# With ROOT=/some/folder, it writes below that folder for review, and doesn't change the users and units of this machine.
#
# The user `site` can write only to the state folder, /var/lib/site-place. Root owns everything that controls logins: the file of keys, the
# snippet that tells sshd about it, and the home folder. Otherwise, code that the user runs could add a key without a forced command.
set -euo pipefail

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

program='' sha256='' approved='' key='' reading_key=''
while [ $# -gt 1 ]; do
    case "$1" in
        --program) program=$2 ;;
        --sha256) sha256=$2 ;;
        --approved) approved=$2 ;;
        --key) key=$2 ;;
        --reading-key) reading_key=$2 ;;
        *) fail "expected --program, --sha256, --approved, --key or --reading-key, found $1" ;;
    esac
    shift 2
done
[ $# = 0 ] || fail "expected a value after $1, found none"
for name in program sha256 approved key reading_key; do
    [ -n "${!name}" ] || fail "expected --${name/_/-}, found none; the first lines of this file say what it is"
done
[[ $approved =~ ^[0-9a-f]{40}$ ]] || fail "expected a commit of 40 hexadecimal digits in --approved, found $approved"
echo "$sha256  $program" | sha256sum --check --quiet || fail "expected a site-place of the SHA-256 $sha256 in $program, found another file; download it again"

install -d -m 755 "$units" "$state" "$root$home" "$root$keys" "$root/etc/ssh/sshd_config.d" "$root/usr/local/bin" "$root/etc/sudoers.d"
# A running site-place keeps using its old file.
install -m 755 "$program" "$root/usr/local/bin/site-place.new"
mv "$root/usr/local/bin/site-place.new" "$root/usr/local/bin/site-place"
install -m 440 "$here/sudoers" "$root/etc/sudoers.d/site-place"
# sshd reads the file with the user's permissions, and StrictModes requires that root or the user owns every folder up to /.
{
    echo "restrict,port-forwarding,permitopen=\"127.0.0.1:8080\",command=\"/usr/local/bin/site-place key write\" $key"
    echo "restrict,command=\"/usr/local/bin/site-place key read\" $reading_key"
} > "$root$keys/site"
chmod 644 "$root$keys/site"
printf '# Written by install.sh: the only keys of this user, in a file that root owns.\nMatch User site\n    AuthorizedKeysFile %s/site\nMatch all\n' "$keys" \
    > "$root/etc/ssh/sshd_config.d/site-place.conf"

# The sockets don't belong to one server, so each server can take over from the previous one. If none runs, they start the repair, which starts the live server.
sed 's|^\[Socket\]$|&\nService=site-place.service|' "$here/../systemd/site-server.socket" > "$units/site-server.socket"
install -m 644 "$here/site-server-admin.socket" "$here/site-place.service" "$here/site-place.timer" "$units/"
# The unit of a version's server is the unit in deploy/systemd/, except these lines.
sed -e 's|^ExecStart=/usr/local/bin/site-server |ExecStart=/var/lib/site-place/publications/%i/site-server |' \
    -e 's|^Type=notify$|&\nSockets=site-server.socket site-server-admin.socket\nEnvironment=SITE_PARTS=/var/lib/site-place/parts|' \
    -e 's|^Description=.*|& (version %i)|' \
    -e '/^\[Install\]$/,$d' \
    "$here/../systemd/site-server.service" > "$units/site-server@.service"

# Earlier versions of this script kept the keys in the state folder, and started another unit if no server ran.
rm -rf "$state/.ssh"
rm -f "$units/site-server.service"

if [ -z "$root" ]; then
    id site > /dev/null 2>&1 || useradd --system --no-create-home --home-dir "$home" --shell /bin/sh site
    if [ "$(getent passwd site | cut -d: -f6,7)" != "$home:/bin/sh" ]; then
        usermod --home "$home" --shell /bin/sh site || fail "expected no process of the user site, whose home and shell change, and usermod refuses (above); wait until no publication runs, and run install.sh again"
    fi
    chown site: "$state"
    runuser --user site -- /usr/local/bin/site-place init --approved "$approved"
    # sshd can't check its configuration without this folder, which only exists while sshd runs.
    install -d -m 755 /run/sshd
    sshd -t || fail "expected settings that sshd takes (above); correct them, and run install.sh again"
    settings=$(sshd -T -C user=site,host=localhost,addr=127.0.0.1)
    [[ $'\n'$settings$'\n' == *$'\n'"authorizedkeysfile $keys/site"$'\n'* ]] ||
        fail "expected sshd to read the keys of the user site only from $keys/site, found: $(grep '^authorizedkeysfile' <<< "$settings"). Put the line 'Include /etc/ssh/sshd_config.d/*.conf' at the top of /etc/ssh/sshd_config, and run install.sh again"
    systemctl daemon-reload
    # Earlier versions enabled the live server's unit. The repair starts the server when the machine starts.
    find /etc/systemd/system/multi-user.target.wants -name 'site-server@*.service' -delete
    for unit in ssh.service sshd.service; do
        if systemctl is-active --quiet "$unit"; then systemctl reload "$unit"; fi
    done
    systemctl enable --now site-server.socket site-server-admin.socket site-place.timer
    systemctl enable site-place.service
    systemctl start site-place.service
    # The unit that earlier versions started if no server ran.
    systemctl stop site-server.service 2> /dev/null || true
fi
echo "The place is ready. Its own keys, for PLACE_HOST_KEYS: ssh-keyscan $(hostname)"
