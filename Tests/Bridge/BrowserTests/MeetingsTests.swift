// SPDX-License-Identifier: MIT

import BridgeCore
import CallBridge
import CallContract
import Testing

/// The table of tabs and calls, without a browser and a registry.
struct MeetingsTests {
    private var meetings = Meetings(profile: "p", process: 42)
    private let action = ActionID(high: 1, low: 1)
    private let key = SourceKey(life: "p", object: "c")

    private func page(_ text: String = "", call: String = "c", held: Bool = false, muted: Bool = false) -> PageCall {
        let json = """
            {"type": "call", "tab": 1, "site": "example.org", "call": "\(call)", "held": \(held), "muted": \(muted)\(text)}
            """
        guard case .call(_, let call)? = BrowserMessage(Array(json.utf8)) else { fatalError("not a call: \(json)") }
        return call
    }

    /// The states that the table of the provider is told.
    private func states(_ effects: [MeetingEffect]) -> [SourceState] {
        effects.compactMap { effect in
            switch effect {
            case .send(.appeared(_, let call, _)), .send(.changed(_, let call)): call.state
            default: nil
            }
        }
    }

    private func orders(_ effects: [MeetingEffect]) -> [BrowserOrder] {
        effects.compactMap { if case .order(let order) = $0 { order } else { nil } }
    }

    @Test mutating func `A page has a call when the browser records, and not before`() {
        #expect(meetings.changed(1, page()).isEmpty)
        #expect(meetings.waitsForMicrophone)
        #expect(meetings.recording(false).isEmpty)
        #expect(states(meetings.recording(true)) == [.dialing, .active])
        #expect(!meetings.waitsForMicrophone)
        #expect(meetings.recording(false).isEmpty)
        #expect(states(meetings.left(1)) == [.ended(.localEnded)])
    }

    @Test mutating func `A call names the process of the browser, which has its streams`() {
        _ = meetings.recording(true)
        let processes = meetings.changed(1, page()).map { effect -> UInt32? in
            guard case .send(.appeared(_, let call, _)) = effect else { return 42 }
            return call.facts.streamProcess
        }
        #expect(!processes.isEmpty && processes.allSatisfy { $0 == 42 })
    }

    @Test mutating func `A page that never recorded leaves without a trace`() {
        #expect(meetings.changed(1, page()).isEmpty && meetings.left(1).isEmpty)
        #expect(!meetings.waitsForMicrophone && meetings.left(1).isEmpty)
    }

    @Test mutating func `A page that is held needs no microphone, because it takes no audio`() {
        #expect(states(meetings.changed(1, page(held: true))) == [.held])
    }

    @Test mutating func `A call that an earlier host knew is no new call, also if the browser records only later`() {
        #expect(meetings.changed(1, page(#", "again": true"#)).isEmpty)
        #expect(states(meetings.recording(true)) == [.active])
    }

    @Test mutating func `A page cannot resume by itself, and is not held before it says so`() {
        _ = meetings.recording(true)
        _ = meetings.changed(1, page())
        let hold = meetings.perform(.setHeld(key, true, for: action))
        #expect(orders(hold) == [.set(tab: 1, held: true, muted: false)] && states(hold).isEmpty)
        #expect(states(meetings.changed(1, page(held: false))) == [.active])
        #expect(states(meetings.changed(1, page(held: true))) == [.held])
        #expect(states(meetings.changed(1, page(held: false))) == [.held])
    }

    @Test mutating func `A mute is done when the page says so`() {
        _ = meetings.recording(true)
        _ = meetings.changed(1, page())
        let mute = meetings.perform(.setMuted(key, true, for: action))
        #expect(orders(mute) == [.set(tab: 1, held: false, muted: true)])
        #expect(!meetings.changed(1, page(muted: false)).contains(.send(.done(action))))
        #expect(meetings.changed(1, page(muted: true)).contains(.send(.done(action))))
        #expect(!meetings.changed(1, page(muted: true)).contains(.send(.done(action))))
    }

    @Test mutating func `A call that is refused is held at the page, and its resume is asked of the page`() {
        _ = meetings.recording(true)
        _ = meetings.changed(1, page())
        let refused = meetings.quieten(key)
        #expect(orders(refused) == [.set(tab: 1, held: true, muted: false)] && states(refused) == [.held])
        // What the page sent before it heard of this.
        #expect(states(meetings.changed(1, page(held: false))) == [.held])
        #expect(
            orders(meetings.perform(.setHeld(key, false, for: action)))
                == [.set(tab: 1, held: false, muted: false)])
        #expect(states(meetings.changed(1, page(held: false))) == [.active])
    }

    @Test mutating func `Another call of the same tab ends the first one`() {
        _ = meetings.recording(true)
        _ = meetings.changed(1, page())
        #expect(states(meetings.changed(1, page(call: "d"))) == [.ended(.localEnded), .dialing, .active])
    }

    @Test mutating func `A browser has a limited number of calls`() {
        _ = meetings.recording(true)
        for tab in 0..<64 { #expect(!meetings.changed(tab, page(call: "c\(tab)")).isEmpty) }
        #expect(meetings.changed(64, page(call: "c64")).isEmpty)
        _ = meetings.left(0)
        #expect(!meetings.changed(64, page(call: "c64")).isEmpty)
    }

    @Test mutating func `A browser cannot be asked for a call or for tones`() {
        _ = meetings.recording(true)
        _ = meetings.changed(1, page())
        let start = StartAction(provider: "p", handle: Handle(kind: .generic, value: "x"))
        for command: SourceCommand in [
            .dial(start, for: action), .answer(key, for: action), .setGroup(key, with: nil, for: action),
            .playTones(key, "1", for: action),
        ] {
            #expect(meetings.perform(command) == [.send(.failed(action))])
        }
    }
}
