// SPDX-License-Identifier: MIT

/// The calls that are answered later, counted for each program: beyond a number the lines of its connections wait. So
/// one program does not fill what works for all.
struct UnansweredCalls {
    /// A program of a user.
    struct Program: Hashable {
        private let uid: UInt32
        private let name: String

        init(_ peer: Peer) { (uid, name) = (peer.uid, peer.program) }
    }

    private let most: Int
    private var counts: [Program: Int] = [:]
    /// The connections whose lines wait.
    private var standing: [Program: Set<String>] = [:]

    init(most: Int) { self.most = most }

    func isFull(_ program: Program) -> Bool { counts[program, default: 0] >= most }

    mutating func begin(_ program: Program) { counts[program, default: 0] += 1 }

    /// The line of the connection waits until a call of the program is answered.
    mutating func wait(_ connection: String, _ program: Program) { standing[program, default: []].insert(connection) }

    /// The connection has left.
    mutating func forget(_ connection: String, _ program: Program) { standing[program]?.remove(connection) }

    /// Returns the connections whose lines may go on.
    mutating func end(_ program: Program) -> Set<String> {
        let rest = counts[program, default: 1] - 1
        counts[program] = rest == 0 ? nil : rest
        return standing.removeValue(forKey: program) ?? []
    }
}
