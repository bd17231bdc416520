import FieldFB

/// Giving the displays up and taking them back, on request.
extension Daemon {
    /// Gives the displays up. The reply follows when it is done: at once, or
    /// when the field has come to rest.
    mutating func release(
        _ kind: Handover, for client: ControlClient, endsDaemon: Bool, now: Int64
    ) -> ControlReply? {
        if kind == .clear {
            clearDisplays(now: now)
            answerHandover(.done)
            return .done
        }
        switch presence {
        case .shown where displays.isEmpty, .away, .released:
            finishRelease(now: now, endsDaemon: endsDaemon)
            return .done
        case .shown, .releasing:
            let ease = Int64(settings.easeTime * 1e9)
            var pending = handover ?? PendingHandover(
                clients: [], endsDaemon: false, deadline: now + ease + PendingHandover.patience)
            pending.clients.append(client)
            pending.endsDaemon = pending.endsDaemon || endsDaemon
            handover = pending
            client.awaitsReply = true
            presence = .releasing
            motionChanged(now: now)
            return nil
        }
    }

    /// Ends a release once the still frame is on every glass, or its time is up.
    mutating func continueRelease(now: Int64) {
        guard let pending = handover, presence == .releasing else { return }
        let rests = !displays.contains { $0.state != .still || !$0.canPresent }
        guard rests || pending.deadline <= now else { return }
        finishRelease(now: now, endsDaemon: pending.endsDaemon)
        answerHandover(.done)
    }

    private mutating func finishRelease(now: Int64, endsDaemon: Bool) {
        for display in displays {
            display.finish()
            let isFree = display.letGo()
            display.rest()
            // Only a DRM display needs somebody to keep its picture alive.
            if !display.needsKeeper || !isFree {
                display.closeKeeping()
                forget(display.key)
            }
        }
        presence = .released
        lookEnd = now + PendingHandover.longestStay
        handoverLook = displays.isEmpty ? nil : now + PendingHandover.lookPause
        if endsDaemon {
            lastMoment = lookEnd
            if displays.isEmpty { isEnding = true }
        }
    }

    mutating func answerHandover(_ reply: ControlReply) {
        guard let pending = handover else { return }
        handover = nil
        for client in pending.clients { client.sendAwaited(reply) }
    }

    /// Gives the displays back as they were found.
    private mutating func clearDisplays(now: Int64) {
        for display in displays {
            display.close()
            forget(display.key)
        }
        closeConsole()
        presence = .released
        handoverLook = nil
        motionChanged(now: now)
    }

    /// Frees the buffers of pictures that another program has replaced.
    mutating func lookForSuccessor(now: Int64) {
        for display in displays where !display.isOnGlass {
            display.closeKeeping()
            forget(display.key)
        }
        if displays.isEmpty {
            handoverLook = nil
            leaveConsole()
            if lastMoment != nil { isEnding = true }
        } else {
            let isLate = lookEnd <= now
            handoverLook = now + (isLate ? PendingHandover.latePause : PendingHandover.lookPause)
        }
        if let moment = lastMoment, moment <= now { isEnding = true }
    }

    /// Takes the displays back, and draws on what there is.
    mutating func acquire(now: Int64) -> ControlReply {
        switch presence {
        case .shown, .away: return .done
        case .releasing:
            answerHandover(.refused(Refusal(.busy, "the displays were acquired again before they were given up")))
        case .released:
            if let error = takeDisplaysBack(now: now), error.reason == .notMaster {
                for display in displays { _ = display.letGo() }
                return .refused(Refusal(.busy, error.message))
            }
            handoverLook = nil
            lastMoment = nil
        }
        presence = .shown
        updateDisplays(now: now)
        motionChanged(now: now)
        repaintDisplays(now: now)
        if displays.isEmpty, let trouble = discovery.trouble {
            return .refused(Refusal(trouble.reason == .notMaster ? .busy : .noDisplay, trouble.message))
        }
        return .done
    }

    /// Becomes master again. A display that cannot be had any more is lost;
    /// the first error of another program's mastery is returned.
    private mutating func takeDisplaysBack(now: Int64) -> OutputError? {
        for display in displays {
            do throws(OutputError) {
                try display.takeBack()
            } catch {
                if error.reason == .notMaster { return error }
                lose(display, error, now: now)
            }
        }
        return nil
    }
}
