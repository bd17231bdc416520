import FieldCore
import FieldFB

/// The displays: found, drawn on, lost.
extension Daemon {
    // MARK: Finding them

    /// Looks at all devices and takes over what changed.
    mutating func updateDisplays(now: Int64) {
        var lost: [OutputKey] = []
        var stale: [OutputKey] = []
        var found: [Display] = []
        var failure: OutputError?
        let settings = settings
        let current = displays
        discovery.update(
            now: now,
            lost: { key in
                for display in current where display.key == key { display.close() }
                lost.append(key)
            },
            stale: { stale.append($0) },
            found: { output in
                do throws(OutputError) {
                    found.append(try Display(output, settings: settings, now: now))
                } catch {
                    failure = error
                }
            })
        if let failure {
            displayLog.say(failure)
            discovery.lookAgain(now: now, after: failure)
        }
        for key in lost { forget(key) }
        for display in displays where stale.contains(display.key) { display.repaint(now: now) }
        if displays.isEmpty { letTimePass(now: now) }
        displays += found
        orderPictures(now: now)
        if let trouble = discovery.trouble, displays.isEmpty { displayLog.say(trouble) }
        coverConsole()
    }

    /// Drops a display that failed, and looks for what there is instead.
    mutating func lose(_ display: Display, _ error: OutputError, now: Int64) {
        displayLog.say(error)
        display.close()
        forget(display.key)
        if presence.draws { discovery.lookAgain(now: now, after: error) }
    }

    /// Removes a closed display from what is drawn on.
    mutating func forget(_ key: OutputKey) {
        for display in displays where display.key == key {
            formerFrames.drawn += display.framesDrawn
            formerFrames.skipped += display.framesSkipped
            for tag in DisplayPictures.tags(ofDisplay: display.number) { cancelPicture(tag) }
        }
        displays.removeAll { $0.key == key }
    }

    // MARK: Drawing on them

    /// The picture has to change on every display.
    mutating func pictureChanged(now: Int64) {
        passRest(now: now)
        for display in displays { display.change(now: now) }
    }

    /// The whole picture has to be shown anew: what is on the glass is not known.
    mutating func repaintDisplays(now: Int64) {
        passRest(now: now)
        for display in displays { display.repaint(now: now) }
    }

    /// Other words are to be shown.
    mutating func wordsChanged(now: Int64) {
        for display in displays { display.setWords(settings.words) }
        pictureChanged(now: now)
    }

    /// Time at rest is no time for the field.
    private mutating func passRest(now: Int64) {
        if isResting { letTimePass(now: now) }
    }

    private var isResting: Bool { !presence.draws || !displays.contains { $0.state != .still } }

    /// Lets the time pass that went by since it last did: for the panel alone
    /// while nothing is drawn.
    mutating func letTimePass(now: Int64) {
        if isResting { return rest(now: now) }
        var longest: Int64 = 0
        for display in displays { longest = max(longest, display.longestStep) }
        advance(now: now, step: longest)
    }

    private mutating func rest(now: Int64) {
        let hasLeft = motion.rest(nanoseconds: now - shownMoment)
        shownMoment = now
        if hasLeft { saveState() }
    }

    private mutating func advance(now: Int64, step: Int64) {
        let hasLeft = motion.advance(nanoseconds: now - shownMoment, step: step)
        shownMoment = now
        // Nobody wants the panel any more, and the next run has to know.
        if hasLeft { saveState() }
    }

    /// When something of the picture changes by itself although nothing moves.
    var changeDeadline: Int64? { motion.pause.map { shownMoment + $0 } }

    /// That moment has come.
    mutating func pictureChangesByItself(now: Int64) {
        letTimePass(now: now)
        pictureChanged(now: now)
    }

    /// Draws the frames that are due: one moment of the field for all of them.
    mutating func drawDueFrames(now: Int64) {
        guard presence.draws else { return }
        var longestStep: Int64 = 0
        for display in displays where display.isDue(now: now) {
            longestStep = max(longestStep, display.longestStep)
        }
        guard longestStep > 0 else { return }
        advance(now: now, step: longestStep)
        for display in displays where display.isDue(now: now) && display.wantsFrame(on: .frameDue) {
            draw(on: display, now: now)
        }
    }

    /// Draws the present moment on a display.
    private mutating func draw(on display: Display, now: Int64) {
        do throws(OutputError) {
            let drawn = display.framesDrawn
            // All displays together keep to the share.
            let share = settings.processorShare / 100 / Double(displays.count)
            prepareTypeface()
            try display.show(motion.moment, typeface: &typeface, isMoving: motion.isMoving, share: share)
            tellFontWarnings()
            tellContrast(on: display)
            orderPictures(now: now)
            guard display.framesDrawn > drawn else { return }
            displayLog.forget()
            if drawn == 0 && settings.backlight == .on && display.coversConsole {
                Backlight.light(log: { [displayLog] in displayLog.say(.notice, $0) })
            }
        } catch {
            lose(display, error, now: now)
        }
    }

    /// Takes the events of a display's descriptor. Several displays may share
    /// it: afterwards each is asked whether it can take a picture.
    mutating func readEvents(of display: Display, now: Int64) {
        do throws(OutputError) {
            try display.readEvents()
        } catch {
            return lose(display, error, now: now)
        }
        if display.hasOtherSize { display.change(now: now) }
        for other in displays { other.noteArrival() }
        guard presence.draws else { return }
        for other in displays where other.wantsFrame(on: .outputReady) && other.canPresent {
            draw(on: other, now: now)
        }
    }
}
