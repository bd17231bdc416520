/// What a process costs, by the kernel's own counters.
public struct ProcessPrice: Sendable {
    /// Memory in KiB: in the machine's RAM now, of it the process's alone, of
    /// that what no file holds, and the most there was of all.
    public let resident, privately, anonymous, peak: Int
    /// Page faults that read nothing from a disk, and those that did.
    public let minorFaults, majorFaults: Int
    /// Processor time so far, in milliseconds.
    public let processor: Double
    /// How often it went to sleep by itself so far.
    public let sleeps: Int
}

extension Machine {
    /// The price of a process so far. Memory that a display's driver holds for it
    /// is in no process's account.
    public func price(of processID: Int) async throws -> ProcessPrice {
        let text = try await shell.call(
            """
            cd /proc/\(processID) && cat status smaps_rollup | awk '{ print $1, $2 }'
            echo run: $(cut -d ' ' -f 1 schedstat)
            echo faults: $(sed 's/.*) //' stat | cut -d ' ' -f 8)
            echo reads: $(sed 's/.*) //' stat | cut -d ' ' -f 10)
            """)
        var values: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let value = Int(words[1]) { values[words[0], default: 0] += value }
        }
        func value(_ name: Substring) throws -> Int {
            guard let value = values[name] else { throw LabError("no \(name) of process \(processID): \(text)") }
            return value
        }
        return ProcessPrice(
            resident: try value("VmRSS:"), privately: try value("Private_Clean:") + value("Private_Dirty:"),
            anonymous: try value("Anonymous:"), peak: try value("VmHWM:"), minorFaults: try value("faults:"), majorFaults: try value("reads:"),
            processor: Double(try value("run:")) / 1e6, sleeps: try value("voluntary_ctxt_switches:"))
    }

    /// What a process costs while some seconds of the machine pass.
    public func price(
        of processID: Int, during seconds: Int
    ) async throws -> (millisecondsASecond: Double, sleepsASecond: Double) {
        let (start, before) = (try await uptime(), try await price(of: processID))
        try await shell.call("sleep \(seconds)")
        let (end, after) = (try await uptime(), try await price(of: processID))
        return (
            (after.processor - before.processor) / (end - start),
            Double(after.sleeps - before.sleeps) / (end - start)
        )
    }
}
