#!/bin/bash
# Puts the field into an initramfs made by dracut. `omit_dracutmodules+=" fieldfb "`
# in a file of /etc/dracut.conf.d keeps it out.

check() {
    # An image for the kernel that saves what a crashed one left is to be small.
    # shellcheck disable=SC2154
    case " $dracutmodules $add_dracutmodules $force_add_dracutmodules " in
        *" kdumpbase "* | *" kdump "*) return 255 ;;
    esac
    require_binaries fieldfb || return 1
    return 0
}

depends() {
    # The display drivers, and the service manager that starts it and hands it on.
    echo drm systemd
}

# What is not set here is set by dracut.
# shellcheck disable=SC2154
install() {
    local file target
    inst_multiple fieldfb fieldctl readlink /usr/lib/fieldfb/has-successor
    inst_hook pre-pivot 50 "$moddir/leave.sh"
    for file in "$dracutsysrootdir"/{usr/lib,etc}/fieldfb/{fieldfb.conf,fieldfb.conf.d/*.conf,reduce-motion}; do
        # What a link leads to; of /dev/null an empty file, which masks just as well.
        [ -f "$file" ] || [ -c "$file" ] || continue
        target=$initdir${file#"$dracutsysrootdir"}
        mkdir -p "${target%/*}"
        cat "$file" >"$target"
    done
    inst_simple "$systemdsystemunitdir/fieldfb-initrd.service"
    $SYSTEMCTL -q --root "$initdir" add-wants sysinit.target fieldfb-initrd.service
}
