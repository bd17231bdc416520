import FieldCore
import FieldFB

/// What the daemon tells about itself.
extension Daemon {
    /// One line for the service manager.
    var serviceStatus: String {
        if !hasSocket { return "no control socket: \(socketTrouble)" }
        switch presence {
        case .away: return "another virtual terminal is in front"
        case .releasing, .released: return "the displays are given up"
        case .shown:
            if displays.isEmpty { return "waiting for a display" }
            let state = wishes.stateWord
            return displays.count == 1 ? state : "\(state) on \(displays.count) displays"
        }
    }

    /// What the displays are doing, in one word: of several, that of the liveliest.
    var displayWord: String {
        switch presence {
        case .away: return "away"
        case .released: return "released"
        case .shown, .releasing: break
        }
        var liveliest: DisplayState?
        for display in displays where display.state.rawValue > (liveliest?.rawValue ?? -1) {
            liveliest = display.state
        }
        return liveliest?.word ?? "waiting"
    }

    /// One line of JSON.
    var statusText: String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Version.text)
            json.member("state", wishes.stateWord)
            json.member("progress", settings.progress)
            json.member("message", settings.message.utf8.isEmpty ? nil : settings.message)
            json.member("detail", settings.detail.utf8.isEmpty ? nil : settings.detail)
            json.member("panel", motion.panel.state.rawValue)
            json.member("display", displayWord)
            json.key("trouble")
            if displays.isEmpty, presence.isShown, let trouble = discovery.trouble {
                json.value(trouble.message)
            } else {
                json.null()
            }
            json.key("reducedMotion")
            json.object { json in
                json.member("on", reducedMotion.isOn)
                json.member("source", reducedMotion.source)
            }
            json.key("outputs")
            json.array { json in
                for display in displays { Daemon.write(display, to: &json) }
            }
            var frames = formerFrames
            for display in displays {
                frames.drawn += display.framesDrawn
                frames.skipped += display.framesSkipped
            }
            json.key("frames")
            json.object { json in
                json.member("drawn", frames.drawn)
                json.member("skipped", frames.skipped)
            }
            json.key("settings")
            json.object { json in
                for setting in Setting.all where setting.isLive {
                    json.key(setting.key)
                    let text = setting.read(settings)
                    if let number = DecimalNumber.parse(text) {
                        json.value(number)
                    } else {
                        json.value(text)
                    }
                }
            }
        }
        return json.text
    }

    private static func write(_ display: Display, to json: inout JSONWriter) {
        let summary = display.summary
        json.object { json in
            json.member("kind", summary.kind)
            json.member("device", summary.device)
            json.member("id", summary.deviceID)
            json.member("driver", summary.driver)
            json.member("connector", summary.connector)
            json.member("mode", summary.mode)
            json.member("width", summary.width)
            json.member("height", summary.height)
            json.member("widthMillimetres", summary.widthMillimetres)
            json.member("heightMillimetres", summary.heightMillimetres)
            json.member("refresh", Double(summary.refreshMillihertz) / 1000)
            json.member("format", summary.format)
            json.member("method", summary.method)
            json.member("buffers", summary.buffers)
            json.member("rotation", summary.rotation)
            json.member("scale", display.scale)
            json.member("display", display.state.word)
            json.member("drawn", display.framesDrawn)
            json.member("skipped", display.framesSkipped)
        }
    }
}
