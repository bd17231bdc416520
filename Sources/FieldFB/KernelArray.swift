/// Memory that the kernel fills, or reads, by an address inside a record.
@safe
struct KernelArray<Element: BitwiseCopyable>: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private let count: Int

    /// Room for some elements, of zeros.
    init(count: Int) {
        self.count = count
        unsafe memory = .allocate(
            byteCount: max(1, count * MemoryLayout<Element>.stride), alignment: MemoryLayout<Element>.alignment)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    /// The elements of an array.
    init(_ elements: [Element]) {
        self.init(count: elements.count)
        for (index, element) in elements.enumerated() {
            unsafe memory.storeBytes(of: element, toByteOffset: index * MemoryLayout<Element>.stride, as: Element.self)
        }
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// What the kernel is told: where it is, or 0 when it is empty.
    var address: UInt64 {
        guard count > 0, let start = unsafe memory.baseAddress else { return 0 }
        return UInt64(UInt(bitPattern: start))
    }

    /// The first elements, as many as there are at most.
    func elements(_ wanted: Int) -> [Element] {
        var elements: [Element] = []
        for index in 0..<max(0, min(wanted, count)) {
            unsafe elements.append(
                memory.load(fromByteOffset: index * MemoryLayout<Element>.stride, as: Element.self))
        }
        return elements
    }
}
