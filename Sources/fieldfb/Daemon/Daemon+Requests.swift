import FieldCore
import FieldFB

/// What the daemon answers to requests.
extension Daemon {
    /// The reply to a request, or nil when it follows later.
    mutating func answer(
        _ request: Result<ControlRequest, Refusal>, from client: ControlClient, now: Int64
    ) -> ControlReply? {
        switch request {
        case .failure(let refusal): .refused(refusal)
        case .success(let request): answer(request, from: client, now: now)
        }
    }

    private mutating func answer(
        _ request: ControlRequest, from client: ControlClient, now: Int64
    ) -> ControlReply? {
        switch request {
        case .active, .park:
            _ = wishes.take(request)
            motionChanged(now: now)
            return .done
        case .progress(let progress, let mayFall):
            guard motion.setProgress(progress, mayFall: mayFall) else { return .done }
            settings.progress = progress
            wordsChanged(now: now)
            return .done
        case .message(let text):
            settings.message = text
            wordsChanged(now: now)
            return .done
        case .detail(let text):
            settings.detail = text
            wordsChanged(now: now)
            return .done
        case .panel(let wish):
            return panel(wish, now: now)
        case .set(let key, let value):
            return set(key, value, now: now)
        case .get(let key):
            guard let setting = Setting.named(key) else { return unknown(key) }
            return .done(setting.read(settings))
        case .status:
            return .done(statusText)
        case .subscribe:
            return subscribe(client)
        case .release(let kind):
            return release(kind, for: client, endsDaemon: false, now: now)
        case .acquire:
            return acquire(now: now)
        case .quit(.keep):
            return release(.keep, for: client, endsDaemon: true, now: now)
        case .quit(.clear):
            clearDisplays(now: now)
            isEnding = true
            return .done
        case .ping:
            return .done
        case .version:
            return .done(Version.text)
        case .help:
            return .done(ByteText.list(ControlRequest.forms))
        }
    }

    private mutating func panel(_ wish: ControlRequest.PanelRequest, now: Int64) -> ControlReply {
        letTimePass(now: now)
        switch wish {
        case .show(let owner):
            guard motion.showPanel(owner) else {
                return .refused(Refusal(.limit, "the panel has \(PanelTiming.mostOwners) owners already"))
            }
        case .hide(let owner): motion.hidePanel(owner)
        case .clear: motion.clearPanel()
        case .cancel: motion.cancelPanel()
        }
        pictureChanged(now: now)
        return .done
    }

    mutating func set(_ key: String, _ value: String, now: Int64) -> ControlReply {
        guard let setting = Setting.named(key) else { return unknown(key) }
        guard setting.isLive else {
            return .refused(Refusal(.denied, "\(setting.key) can only be set before the start"))
        }
        var changed = settings
        guard setting.write(&changed, value) else {
            if value.utf8.isEmpty { return .refused(Refusal(.syntax, "set takes KEY VALUE; \(setting.refusal(of: value))")) }
            return .refused(Refusal(.range, setting.refusal(of: value)))
        }
        let former = settings.contrastWarning ?? ""
        apply(changed, now: now)
        if let warning = settings.contrastWarning, !warning.hasSameBytes(as: former) { StandardError.say(.warning, warning) }
        return .done
    }

    private func unknown(_ key: String) -> ControlReply {
        .refused(Refusal(.unknown, "no setting \(ByteText.quoted(key.utf8)); `fieldfb run --help` lists them"))
    }
}
