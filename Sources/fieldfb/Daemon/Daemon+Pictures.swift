import FieldCore
import FieldFB

/// Fonts and pictures: found, prepared off the event loop, handed to the displays.
extension Daemon {
    /// Orders what the displays want now and have not ordered yet.
    mutating func orderPictures(now: Int64) {
        for display in displays {
            for order in display.takePictureOrders(generation: pictureGeneration) {
                if order.isEmpty {
                    cancelPicture(order.tag)
                } else if place(order) {
                    continue
                }
                handOver(nil, tag: order.tag, now: now)
            }
        }
    }

    /// Gives an order to the workshop; false when there can be none.
    private mutating func place(_ order: PictureOrder) -> Bool {
        if workshop == nil { workshop = PictureWorkshop() }
        switch workshop {
        case .some(let workshop): workshop.order(order)
        case .none:
            displayLog.say(.warning, "no thread can be started: pictures are not shown")
            return false
        }
        return true
    }

    func cancelPicture(_ tag: Int) {
        switch workshop {
        case .some(let workshop): workshop.cancel(tag: tag)
        case .none: break
        }
    }

    /// Takes over what the workshop has finished.
    mutating func takePictures(now: Int64) {
        let finished: [FinishedPicture]
        switch workshop {
        case .some(let workshop): finished = workshop.takeFinished()
        case .none: return
        }
        for picture in finished {
            switch picture.result {
            case .success(let made):
                handOver(made, tag: picture.tag, now: now)
            case .failure(let error):
                StandardError.say(.warning, error.message)
                handOver(nil, tag: picture.tag, now: now)
            }
        }
    }

    private mutating func handOver(_ picture: Picture?, tag: Int, now: Int64) {
        guard let (number, kind) = DisplayPictures.kind(ofTag: tag) else { return }
        letTimePass(now: now)
        for display in displays where display.number == number { display.take(picture, for: kind, now: now) }
    }

    var workshopDescriptor: CInt? {
        switch workshop {
        case .some(let workshop): workshop.descriptor
        case .none: nil
        }
    }

    /// Says when words on the poster are hard to read, once for any settings.
    mutating func tellContrast(on display: Display) {
        guard !hasToldContrast, let poor = display.takePoorContrastOnPoster() else { return }
        hasToldContrast = true
        StandardError.say(.warning, settings.warning(poor))
    }

    // MARK: Fonts

    /// Finds a font when there are words for the first time, or another font is wanted.
    mutating func prepareTypeface() {
        guard !settings.message.utf8.isEmpty || !settings.detail.utf8.isEmpty || settings.progressLabel.isShown,
            typefacePath.map({ !$0.hasSameBytes(as: settings.font) }) ?? true
        else { return }
        typefacePath = settings.font
        toldFontWarnings = 0
        do throws(TextError) {
            typeface = try Typeface(path: settings.font)
        } catch {
            typeface = nil
            StandardError.say(.warning, error.message)
        }
        let words = settings.words
        for display in displays { display.setWordsAnew(words) }
    }

    /// Says what the fonts had to say since.
    mutating func tellFontWarnings() {
        let warnings: [String]
        switch typeface {
        case .some(let typeface): warnings = typeface.warnings
        case .none: return
        }
        while toldFontWarnings < warnings.count {
            StandardError.say(.warning, warnings[toldFontWarnings])
            toldFontWarnings += 1
        }
    }
}
