import FieldCore

/// What is to be made of a picture. `tag` says for what: a newer order of the
/// same tag takes the place of one that is not done.
public struct PictureOrder: Sendable {
    public enum Work: Sendable {
        /// A file as an opaque picture of exactly a display's size.
        case poster(path: String, width: Int, height: Int, fit: PictureFit, background: Colour)
        /// A file with this longest side.
        case logo(path: String, longestSide: Int)
        /// Content as a panel blurs it.
        case blur(BlurRequest)
    }

    public let tag: Int
    public let work: Work

    public init(tag: Int, work: Work) {
        self.tag = tag
        self.work = work
    }

    /// Makes it, here and now; nil when it is cancelled.
    public func make(isCancelled: () -> Bool = { false }) throws(PictureReadError) -> Picture? {
        switch work {
        case .poster(let path, let width, let height, let fit, let background):
            let isScaled = fit == .fill || fit == .fit
            let picture = try PictureReader.read(
                path: path, widest: isScaled ? width : 0, highest: isScaled ? height : 0)
            return picture.covering(width: width, height: height, fit: fit, background: background, isCancelled: isCancelled)
        case .logo(let path, let longestSide):
            return try PictureReader.read(path: path, widest: longestSide, highest: longestSide)
                .fitting(longestSide: longestSide)
        case .blur(let request):
            var pixels = request.pixels
            GaussianBlur.blur(
                &pixels, width: request.width, height: request.height, deviation: request.deviation,
                isCancelled: isCancelled)
            return Picture(width: request.width, height: request.height, pixels: pixels)
        }
    }
}

/// A picture that was ordered, or why there is none.
public struct FinishedPicture: Sendable {
    public let tag: Int
    public let result: Result<Picture, PictureReadError>
}

/// A thread that prepares pictures, so that frames and replies go on meanwhile.
/// It sleeps without a timer while there is nothing to do.
public struct PictureWorkshop: ~Copyable {
    private let worker: WorkerThread<WorkshopState>

    /// Nil when there is no thread to be had.
    public init?() {
        guard let worker = WorkerThread(WorkshopState()), unsafe worker.start(workInWorkshop) else { return nil }
        self.worker = worker
    }

    /// Readable when something is finished.
    public var descriptor: CInt { worker.descriptor }

    /// Orders a picture.
    public func order(_ order: PictureOrder) {
        worker.lock()
        worker.shared.orders.removeAll { $0.tag == order.tag }
        if worker.shared.current == order.tag { worker.shared.isCurrentVoid = true }
        worker.shared.finished.removeAll { $0.tag == order.tag }
        worker.shared.orders.append(order)
        worker.wake()
        worker.unlock()
    }

    /// Takes back what was ordered for a tag.
    public func cancel(tag: Int) {
        worker.lock()
        worker.shared.orders.removeAll { $0.tag == tag }
        if worker.shared.current == tag { worker.shared.isCurrentVoid = true }
        worker.shared.finished.removeAll { $0.tag == tag }
        worker.unlock()
    }

    /// What was finished since it was asked last. Never waits for work.
    public func takeFinished() -> [FinishedPicture] {
        worker.takeTelling()
        worker.lock()
        let finished = worker.shared.finished
        worker.shared.finished = []
        worker.unlock()
        return finished
    }

    /// Ends the thread. What is in work is broken off at the next row.
    public consuming func close() {
        worker.lock()
        worker.shared.isEnding = true
        worker.shared.isCurrentVoid = true
        worker.wake()
        worker.unlock()
        worker.join()
    }
}

/// What the thread and the event loop share.
struct WorkshopState {
    var orders: [PictureOrder] = []
    var finished: [FinishedPicture] = []
    /// The tag of what is in work, and whether nobody wants it any more.
    var current: Int?
    var isCurrentVoid = false
    var isEnding = false
}

/// The thread: one order after the other, in the order in which they came.
private func workInWorkshop(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let worker = unsafe WorkerThread<WorkshopState>.taken(argument) else { return nil }
    worker.lock()
    while !worker.shared.isEnding {
        guard !worker.shared.orders.isEmpty else {
            worker.wait()
            continue
        }
        let order = worker.shared.orders.removeFirst()
        worker.shared.current = order.tag
        worker.shared.isCurrentVoid = false
        worker.unlock()
        let isVoid = {
            worker.lock()
            defer { worker.unlock() }
            return worker.shared.isCurrentVoid
        }
        var result: Result<Picture, PictureReadError>?
        do throws(PictureReadError) {
            if let picture = try order.make(isCancelled: isVoid) { result = .success(picture) }
        } catch {
            result = .failure(error)
        }
        worker.lock()
        if let result, !worker.shared.isCurrentVoid {
            worker.shared.finished.append(FinishedPicture(tag: order.tag, result: result))
            worker.tell()
        }
        worker.shared.current = nil
    }
    worker.unlock()
    return nil
}
