/// Who gets what, when everybody can use only some of it.
enum Matching {
    /// Gives as many takers as possible one thing each, and no thing to two.
    ///
    /// Takers are served in order: one that got a thing never loses it to a
    /// later one without getting another. Each prefers the things it lists
    /// first, but gives way where that serves one more taker (augmenting paths
    /// in a bipartite graph, after Kuhn).
    ///
    /// - Parameter wishes: for each taker the things it can use, best first.
    /// - Returns: for each taker its thing, or nil.
    static func assign(_ wishes: [[UInt32]]) -> [UInt32?] {
        var assigned = [UInt32?](repeating: nil, count: wishes.count)
        for taker in wishes.indices {
            var tried: [UInt32] = []
            _ = serve(taker, wishes, &assigned, &tried)
        }
        return assigned
    }

    private static func serve(
        _ taker: Int, _ wishes: [[UInt32]], _ assigned: inout [UInt32?], _ tried: inout [UInt32]
    ) -> Bool {
        for thing in wishes[taker] where !assigned.contains(thing) && !tried.contains(thing) {
            assigned[taker] = thing
            return true
        }
        for thing in wishes[taker] where !tried.contains(thing) {
            tried.append(thing)
            guard let holder = assigned.firstIndex(of: thing), serve(holder, wishes, &assigned, &tried)
            else { continue }
            assigned[taker] = thing
            return true
        }
        return false
    }
}
