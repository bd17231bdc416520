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
            return .done
        }
        switch presence {
        case .shown where displays.isEmpty, .away:
            finishRelease(endsDaemon: endsDaemon, now: now)
        case .released(var watch):
            if endsDaemon { (watch.endsDaemon, watch.end) = (true, now + SuccessorWatch.patience) }
            presence = .released(watch)
            if endsDaemon && displays.isEmpty { isEnding = true }
        case .shown:
            client.awaitsReply = true
            let ease = Int64(PendingHandover.easeTime(settings.easeTime) * 1e9)
            presence = .releasing(
                PendingHandover(
                    clients: [client], endsDaemon: endsDaemon,
                    deadline: now + ease + PendingHandover.patience))
            motionChanged(now: now)
            return nil
        case .releasing(var pending):
            client.awaitsReply = true
            pending.clients.append(client)
            pending.endsDaemon = pending.endsDaemon || endsDaemon
            presence = .releasing(pending)
            return nil
        }
        return .done
    }

    /// Ends a release once the still frame is on every glass, or its time is up.
    mutating func continueRelease(now: Int64) {
        guard case .releasing(let pending) = presence else { return }
        let rests = !displays.contains { $0.state != .still || !$0.canPresent }
        guard rests || pending.deadline <= now else { return }
        finishRelease(endsDaemon: pending.endsDaemon, now: now)
    }

    /// Gives every display up as it is, and answers those who wait for that.
    mutating func finishRelease(endsDaemon: Bool, now: Int64) {
        finishPictures()
        for display in displays {
            let isFree = display.letGo()
            display.rest()
            // Only a DRM display needs somebody to keep its picture alive.
            if !display.needsKeeper || !isFree {
                display.closeKeeping()
                forget(display.key)
            }
        }
        answerHandover(.done)
        presence = .released(
            SuccessorWatch(
                nextLook: displays.isEmpty ? nil : now + SuccessorWatch.pause,
                end: now + SuccessorWatch.patience, endsDaemon: endsDaemon))
        saveState()
        if endsDaemon && displays.isEmpty { isEnding = true }
    }

    /// Waits until the last pictures are on the glass: for all of them
    /// together no longer than for one.
    mutating func finishPictures() {
        let end = SystemCalls.monotonicNanoseconds() + PendingHandover.patience
        for display in displays { display.finish(within: end - SystemCalls.monotonicNanoseconds()) }
    }

    /// Answers those who wait for a handover.
    mutating func answerHandover(_ reply: ControlReply) {
        guard case .releasing(let pending) = presence else { return }
        for client in pending.clients { client.sendAwaited(reply) }
        presence = .releasing(
            PendingHandover(clients: [], endsDaemon: pending.endsDaemon, deadline: pending.deadline))
    }

    /// Gives the displays and the console back as they were found.
    mutating func clearDisplays(now: Int64) {
        let endsDaemon = presence.endsDaemon
        answerHandover(.done)
        for display in displays {
            // What was there before is set back by the master only.
            if presence.isReleased { try? display.takeBack() }
            display.close()
            forget(display.key)
        }
        closeConsole()
        presence = .released(SuccessorWatch(nextLook: nil, end: now, endsDaemon: endsDaemon))
        if endsDaemon { isEnding = true }
        motionChanged(now: now)
    }

    /// Frees the buffers of pictures that another program has replaced. The
    /// console stays in hand: whoever switches terminals is still answered.
    mutating func lookForSuccessor(now: Int64) {
        guard case .released(var watch) = presence else { return }
        for display in displays where !display.isOnGlass {
            display.closeKeeping()
            forget(display.key)
        }
        let pause = watch.end <= now ? SuccessorWatch.latePause : SuccessorWatch.pause
        watch.nextLook = displays.isEmpty ? nil : now + pause
        presence = .released(watch)
        if watch.endsDaemon && (displays.isEmpty || watch.end <= now) { isEnding = true }
    }

    /// Takes the displays back, and draws on what there is.
    mutating func acquire(now: Int64) -> ControlReply {
        switch presence {
        case .shown where displays.isEmpty && discovery.trouble != nil:
            return refusal()
        case .shown, .away:
            return .done
        case .releasing:
            answerHandover(
                .refused(Refusal(.busy, "the displays were acquired again before they were given up")))
        case .released:
            if let error = takeDisplaysBack(now: now), error.reason == .notMaster {
                for display in displays { _ = display.letGo() }
                return .refused(Refusal(.busy, error.message))
            }
        }
        let former = presence
        presence = .shown
        updateDisplays(now: now)
        if displays.isEmpty, let trouble = discovery.trouble {
            if trouble.reason == .notMaster { presence = former }
            return refusal()
        }
        console?.bringToFront()
        motionChanged(now: now)
        repaintDisplays(now: now)
        return .done
    }

    /// Why there is nothing to draw on.
    private func refusal() -> ControlReply {
        guard let trouble = discovery.trouble else { return .done }
        return .refused(Refusal(trouble.reason == .notMaster ? .busy : .noDisplay, trouble.message))
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
