// SPDX-License-Identifier: MIT
import Testing

@testable import SDBus

/// About which connections the bus is asked, and when.
@Suite struct StrangersTests {
    /// Begins a question about each that may be asked about now.
    private func ask(_ strangers: inout Strangers, gone: Set<String> = []) -> [String] {
        var asked: [String] = []
        while let name = strangers.next(where: { !gone.contains($0) }) {
            strangers.beginQuestion()
            asked.append(name)
        }
        return asked
    }

    @Test func `The bus is asked in the order of the first calls`() {
        var strangers = Strangers()
        for name in ["a", "b"] { strangers.append(name) }
        #expect(ask(&strangers) == ["a", "b"])
    }

    @Test func `However many come, only as many questions are open as a user may have connections`() {
        var strangers = Strangers()
        for number in 0..<10_000 { strangers.append("\(number)") }
        let first = ask(&strangers)
        #expect(first.count == 256)
        strangers.endQuestion()
        #expect(ask(&strangers) == ["256"])
        #expect(ask(&strangers) == [])
    }

    @Test func `Nobody asks about a connection that has left`() {
        var strangers = Strangers()
        for number in 0..<10_000 { strangers.append("\(number)") }
        let gone = Set((0..<9_999).map(String.init))
        #expect(ask(&strangers, gone: gone) == ["9999"])
    }
}
