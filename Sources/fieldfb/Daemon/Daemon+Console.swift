import FieldFB

/// The text console under the picture: taken when the first display is lit,
/// given back at the end, and left alone while another terminal is in front.
///
/// A display that is unplugged is no reason to give it back: the next one
/// would come with a flash of text.
extension Daemon {
    /// Switches the console to graphics mode once a picture lies over it.
    mutating func coverConsole() {
        guard displays.contains(where: { $0.coversConsole }) else { return }
        let log = consoleLog
        if console == nil { console = Console.open(record: ConsoleRescue.recordPath, log: { log.say($0) }) }
        console?.enterGraphics(
            ownsDisplay: displays.contains { $0.needsKeeper }, follows: true, log: { log.say($0) })
        watchForCrash()
        saveState()
    }

    /// Leaves the displays to whoever has gone to another terminal than the one
    /// that lay under the picture of the run before, until that one is shown again.
    mutating func stayBehind(_ terminal: Int) {
        switch settings.output {
        case .auto, .drm, .framebuffer: break
        case .headless, .terminal: return
        }
        let log = consoleLog
        console = Console.openHidden(terminal, record: ConsoleRescue.recordPath, log: { log.say($0) })
        guard let isShown = isConsoleShown, !isShown else { return }
        discovery.letGoOfKept()
        if presence.isShown { presence = .away }
        watchForCrash()
    }

    /// Whether the console is in front; nil when there is none in hand.
    private var isConsoleShown: Bool? {
        switch console {
        case .some(let console): console.isShown
        case .none: nil
        }
    }

    /// The number of the terminal under the picture, where it can be left for
    /// another one; nil otherwise.
    var followedTerminal: Int? {
        switch console {
        case .some(let console): console.isFollowed ? console.number : nil
        case .none: nil
        }
    }

    private func watchForCrash() {
        switch console {
        // Text mode would take the picture from the next run.
        case .some(let console) where !service.keepsDescriptors: CrashGuard.watch(console.emergencyRestore)
        default: CrashGuard.watch(nil)
        }
    }

    /// Gives the text console back.
    mutating func closeConsole() {
        CrashGuard.watch(nil)
        console.take()?.close()
    }

    /// Lets go of the console and leaves it in graphics mode: text mode would
    /// show between this picture and the next.
    mutating func leaveConsole() {
        CrashGuard.watch(nil)
        console.take()?.leave()
    }

    /// Another terminal is to come to the front: lets go of the displays first.
    mutating func terminalLeaves(now: Int64) {
        guard console != nil else { return }
        switch presence {
        case .shown:
            finishPictures()
            var isFree = true
            for display in displays {
                isFree = display.letGo() && isFree
                display.rest()
            }
            presence = .away
            guard isFree else {
                let log = consoleLog
                console?.refuseRelease(log: { log.say($0) })
                return returnToDisplays(now: now)
            }
        case .releasing(let pending):
            finishRelease(endsDaemon: pending.endsDaemon, now: now)
        case .away, .released:
            break
        }
        if console?.release() == false, presence.isAway { returnToDisplays(now: now) }
    }

    /// The daemon's terminal is in front again.
    mutating func terminalReturns(now: Int64) {
        guard console?.takenBack() == true, presence.isAway else { return }
        returnToDisplays(now: now)
    }

    private mutating func returnToDisplays(now: Int64) {
        presence = .shown
        for display in displays {
            do throws(OutputError) {
                try display.takeBack()
            } catch {
                lose(display, error, now: now)
            }
        }
        motionChanged(now: now)
        repaintDisplays(now: now)
        discovery.lookAgain(now: now, after: nil)
    }

    /// What to watch for the terminal being hung up, as a login prompt does
    /// that starts on it.
    var hangUpDescriptor: CInt? {
        switch console {
        case .some(let console): console.hangUpDescriptor
        case .none: nil
        }
    }

    /// When a terminal that was hung up is looked at again.
    var consoleDeadline: Int64? {
        switch console {
        case .some(let console): console.deadline
        case .none: nil
        }
    }

    /// Looks at a terminal that was hung up.
    mutating func settleConsole(now: Int64) {
        let log = consoleLog
        if console?.settle(now: now, log: { log.say($0) }) == true { repaintDisplays(now: now) }
    }
}
