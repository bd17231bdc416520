#!/bin/sh
# Leaves the field running only if somebody takes over from it: the daemon of
# the root file system, started by its systemd.
init=$(getarg init=)
/usr/lib/fieldfb/has-successor "${NEWROOT:-/sysroot}" "${init:-/sbin/init}" ||
    fieldctl --quiet --socket /run/fieldfb/initramfs quit clear
