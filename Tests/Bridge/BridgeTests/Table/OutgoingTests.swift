// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// Calls that the registry starts.
struct OutgoingTests {
    var world = TableUnderTest()
    var key: SourceKey { world.key }

    @Test mutating func `A start is fulfilled when the source lists the call`() {
        let call = CallID.random()
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: call)
        #expect(world.hear(.perform(start)) == [.command(.dial(TableUnderTest.start(), for: start.id))])
        #expect(
            world.appear(.dialing, outgoing: true) == [.fulfil(start), .reportUpdated(call, TableUnderTest.facts)])
        #expect(world.become(.alerting, outgoing: true) == [.reportConnecting(call)])
        #expect(world.become(.active, outgoing: true) == [.reportConnected(call)])
        #expect(world.become(.ended(.remoteEnded), outgoing: true) == [.reportEnded(call, .remoteEnded)])
    }

    @Test mutating func `A call that connects without ringing is connected`() {
        let call = world.dial()
        #expect(world.become(.active, outgoing: true) == [.reportConnected(call)])
    }

    @Test mutating func `Each of two calls belongs to the start with its number`() {
        let (one, two) = (CallID.random(), CallID.random())
        world.hear(.perform(TableUnderTest.action(.start(TableUnderTest.start("110")), of: one)))
        let second = TableUnderTest.action(.start(TableUnderTest.start()), of: two)
        world.hear(.perform(second))
        #expect(world.appear(.dialing, outgoing: true).first == .fulfil(second))
    }

    @Test mutating func `A source that writes the number in another way has placed the call all the same`() {
        let start = TableUnderTest.action(.start(TableUnderTest.start("030 123456")), of: .random())
        world.hear(.perform(start))
        #expect(world.appear(.dialing, outgoing: true).first == .fulfil(start))
    }

    @Test mutating func `An incoming call is not the one that was dialled`() {
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: .random())
        world.hear(.perform(start))
        #expect(world.appear(.incoming) == [.reportIncoming(world.call, TableUnderTest.facts)])
    }

    @Test mutating func `A call that the source cannot place fails`() {
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: .random())
        world.hear(.perform(start))
        #expect(world.hear(.failed(start.id)) == [.fail(start)])
        #expect(world.hear(.failed(start.id)) == [])
    }

    @Test mutating func `A call that the user ends before the source lists it is ended there when it does`() {
        let call = CallID.random()
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: call)
        world.hear(.perform(start))
        let end = TableUnderTest.action(.end, of: call)
        #expect(world.hear(.perform(end)) == [.fulfil(end)])
        #expect(world.appear(.dialing, outgoing: true) == [.command(.end(key, for: start.id))])
        #expect(world.become(.ended(.unknown), outgoing: true) == [])
    }

    @Test mutating func `A shell's wish for a call is requested with a new id`() {
        let effects = world.hear(.startRequested(TableUnderTest.start()))
        guard case .request(let call, .start(TableUnderTest.start())) = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: call)
        #expect(world.hear(.perform(start)) == [.command(.dial(TableUnderTest.start(), for: start.id))])
    }

    @Test func `A call that the source had muted before the bridge looked is reported as muted`() {
        var facts = CallUpdate()
        facts.muted = true
        var table = CallTable(provider: "p", holdsImplicitly: false)
        let call = SourceCall(.active, outgoing: true, facts)
        let reports = table.handle(.appeared(SourceKey(life: "l", object: "o"), call, isOld: true)).compactMap {
            if case .reportExisting(_, let report) = $0 { report.muted } else { nil }
        }
        #expect(reports == [true])
    }
}
