import FieldCore
import FieldFB

/// What the daemon answers to requests.
extension Daemon {
    mutating func answer(_ request: Result<ControlRequest, Refusal>, now: Int64) -> ControlReply {
        switch request {
        case .failure(let refusal): .refused(refusal)
        case .success(let request): answer(request, now: now)
        }
    }

    private mutating func answer(_ request: ControlRequest, now: Int64) -> ControlReply {
        switch request {
        case .active:
            activate(now: now)
            return .done
        case .park:
            park(now: now)
            return .done
        case .set(let key, let value):
            return set(key, value, now: now)
        case .get(let key):
            guard let setting = Setting.named(key) else { return unknown(key) }
            return .done(setting.read(settings))
        case .status:
            return .done(statusText)
        case .ping:
            return .done
        case .version:
            return .done(Version.text)
        case .help:
            return .done(ByteText.list(ControlRequest.forms))
        case .quit:
            isEnding = true
            return .done
        }
    }

    private mutating func set(_ key: String, _ value: String, now: Int64) -> ControlReply {
        guard let setting = Setting.named(key) else { return unknown(key) }
        guard setting.isLive else {
            return .refused(Refusal(.denied, "\(setting.key) can only be set before the start"))
        }
        var changed = settings
        guard setting.write(&changed, value) else {
            return .refused(Refusal(.range, setting.refusal(of: value)))
        }
        apply(changed, now: now)
        return .done
    }

    private func unknown(_ key: String) -> ControlReply {
        .refused(Refusal(.unknown, "no setting \(ByteText.quoted(key.utf8)); `fieldfb run --help` lists them"))
    }

    /// One line for the service manager.
    var serviceStatus: String {
        switch state {
        case .waiting: "waiting for a display"
        case .still, .due, .owing, .running: motion.isActive ? "active" : "parked"
        }
    }

    /// One line of JSON.
    private var statusText: String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Version.text)
            json.member("state", motion.isActive ? "active" : "parked")
            json.member("display", state.word)
            json.key("reducedMotion")
            json.object { json in
                json.member("on", reducedMotion.isOn)
                json.member("source", reducedMotion.source)
            }
            json.key("outputs")
            json.array { json in
                switch display {
                case .some(let display): Daemon.write(display.summary, scale: display.scale, to: &json)
                case .none: break
                }
            }
            json.key("frames")
            json.object { json in
                json.member("drawn", framesDrawn)
                json.member("skipped", framesSkipped)
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

    private static func write(_ summary: OutputSummary, scale: Double, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", summary.kind)
            json.member("device", summary.device)
            json.member("driver", summary.driver)
            json.member("connector", summary.connector)
            json.member("mode", summary.mode)
            json.member("width", summary.width)
            json.member("height", summary.height)
            json.member("refresh", Double(summary.refreshMillihertz) / 1000)
            json.member("format", summary.format)
            json.member("method", summary.method)
            json.member("scale", scale)
        }
    }
}
