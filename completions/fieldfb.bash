# Completion of fieldfb and fieldctl for bash.

# The words that complete the value of a setting.
_fieldfb_values() {
    case ${1,,} in
        style) echo "dots lines" ;;
        fieldshape) echo "rectangle rounded circle" ;;
        posterfit) echo "fill fit centre tile" ;;
        logoplace | textplace | panelplace) echo "top-left top top-right left centre right bottom-left bottom bottom-right" ;;
        logofield) echo "under around" ;;
        progressstyle) echo "none bar ring" ;;
        appearance) echo "dark light" ;;
        progressfield | panel) echo "yes no" ;;
        progress) echo "none unknown" ;;
        progresslabel) echo "none percent" ;;
        fieldregion) echo "whole" ;;
        linenormal) echo "outline ellipse" ;;
        reducemotion) echo "auto yes no" ;;
        output) echo "auto drm framebuffer headless terminal" ;;
        connector | mode | format | scale) echo "auto" ;;
        rotate) echo "auto 0 90 180 270" ;;
        backlight) echo "leave on" ;;
        access) echo "group root everyone" ;;
        debug) echo "yes no" ;;
    esac
}

_fieldfb_keys="Style Pitch Ink Background Reach Softness MinRadiusRatio MaxRadiusRatio MinInk MaxInk DriftSpeed FoldSpeed
    LineLengthScale LineWeightScale LineNormal FieldShape FieldRegion FieldCorner Poster PosterFit Scrim
    ScrimStrength Logo LogoPlace LogoSize LogoField Message Detail Font TextColour TextSize TextPlace Progress
    ProgressStyle ProgressLength ProgressLabel ProgressField Panel PanelPlace PanelColour PanelCorner PanelDim
    PanelBlur PanelFade PanelGrace PanelMinimum PanelTimeout StartTime EaseTime ReduceMotion ReduceMotionFile
    Output Connector Mode Format Rotate Scale Backlight Night Appearance FrameRate ProcessorShare HeadlessSize
    Socket MaxClients Access Debug"

_fieldfb_requests="active park progress message detail panel set get status subscribe release acquire quit ping version help"

# The options of a command.
_fieldfb_options() {
    case $1 in
        run) echo "--output --config --socket --set" ;;
        ctl) echo "--socket --timeout --quiet" ;;
        render) echo "--output --type --size --scale --time --frames --fps --format --config --set" ;;
        preview) echo "--mode --scale --config --set" ;;
        probe) echo "--json --config --set" ;;
        check) echo "--root --show" ;;
        restore-console) echo "--all --record" ;;
    esac
    echo "--help --version"
}

# Whether an option of a command takes the next word for its value.
_fieldfb_takes_word() {
    case $1:$2 in
        *:--*=* | *:-[!-]?* | *:--help | *:-h | *:--version | *:-V) return 1 ;;
        ctl:--quiet | ctl:-q | probe:--json | probe:-j | check:--show | check:-s) return 1 ;;
        restore-console:--all | restore-console:-a) return 1 ;;
    esac
}

# Answers with those of the words that begin as the current one does.
_fieldfb_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

# Answers with files or, with -d, folders.
_fieldfb_files() {
    mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
    compopt -o filenames
}

# Answers with the values of an option of a command.
_fieldfb_option_value() {
    case $1:$2 in
        run:--output | run:-o) _fieldfb_offer "$(_fieldfb_values output)" ;;
        render:--type) _fieldfb_offer "png ppm apng gif webp" ;;
        render:--time) _fieldfb_offer "still" ;;
        preview:--mode) _fieldfb_offer "auto blocks kitty sixel" ;;
        *:--set)
            case $current in
                *=*)
                    local key=${current%%=*}
                    current=${current#*=}
                    _fieldfb_offer "$(_fieldfb_values "$key")"
                    # Where = parts words, readline replaces only what follows it.
                    case $COMP_WORDBREAKS in
                        *=*) ;;
                        *) COMPREPLY=("${COMPREPLY[@]/#/$key=}") ;;
                    esac
                    ;;
                *)
                    _fieldfb_offer "$_fieldfb_keys"
                    COMPREPLY=("${COMPREPLY[@]/%/=}")
                    compopt -o nospace
                    ;;
            esac
            ;;
        check:--root | check:-r) _fieldfb_files -d ;;
        *:--config | *:-c | run:--socket | run:-s | ctl:--socket | ctl:-s | render:--output | render:-o | \
            restore-console:--record | restore-console:-r) _fieldfb_files -f ;;
    esac
}

# Answers with what may stand at a place of a request.
_fieldfb_request() {
    case $#:$1 in
        0:) _fieldfb_offer "$_fieldfb_requests" ;;
        1:set | 1:get) _fieldfb_offer "$_fieldfb_keys" ;;
        [2-9]:set) _fieldfb_offer "$(_fieldfb_values "$2")" ;;
        1:release | 1:quit) _fieldfb_offer "keep clear" ;;
        1:progress) _fieldfb_offer "none unknown" ;;
        1:panel) _fieldfb_offer "show hide clear cancel" ;;
    esac
}

_fieldfb() {
    # Bash parts words at = too; here they are whole again.
    local words=() index=0 piece current command option=
    COMPREPLY=()
    for ((index = 0; index <= COMP_CWORD; index++)); do
        piece=${COMP_WORDS[index]}
        if ((${#words[@]} > 1)) && [[ $piece == = || ${words[-1]} == *= ]]; then
            words[-1]+=$piece
        else
            words+=("$piece")
        fi
    done
    current=${words[-1]}
    unset 'words[-1]'

    case ${words[0]##*/} in
        fieldctl) command=ctl words=("${words[@]:1}") ;;
        *)
            command=${words[1]}
            if [[ -z $command ]]; then
                _fieldfb_offer "run ctl render preview probe check restore-console --help --version"
                return
            fi
            words=("${words[@]:2}")
            ;;
    esac

    # What is left of the options: the operands, and an option that waits for its value.
    local operands=()
    for piece in "${words[@]}"; do
        if [[ -n $option ]]; then
            option=
        elif ((${#operands[@]} == 0)) && [[ $piece == -* ]]; then
            ! _fieldfb_takes_word "$command" "$piece" || option=$piece
        else
            operands+=("$piece")
        fi
    done

    if [[ -n $option ]]; then
        _fieldfb_option_value "$command" "$option"
    elif ((${#operands[@]} == 0)) && [[ $current == --*=* ]]; then
        option=${current%%=*} current=${current#*=}
        _fieldfb_option_value "$command" "$option"
    elif ((${#operands[@]} == 0)) && [[ $current == -* ]]; then
        _fieldfb_offer "$(_fieldfb_options "$command")"
    elif [[ $command == ctl ]]; then
        _fieldfb_request "${operands[@]}"
    elif [[ $command == check ]]; then
        _fieldfb_files -f
    fi
}

complete -F _fieldfb fieldfb fieldctl
