// SPDX-License-Identifier: MIT

import BridgeCore
import CallModel
import Testing

/// What the user does in the source's own window.
struct OwnWindowTests {
    var world = TableUnderTest()
    var call: CallID { world.call }

    @Test mutating func `An answer is requested, and fulfilled at once when its turn comes`() {
        world.ring()
        #expect(world.become(.active) == [.request(call, .answer)])
        let answer = world.action(.answer)
        #expect(world.hear(.perform(answer)) == [.fulfil(answer)])
    }

    @Test mutating func `An answer is requested once`() {
        world.ring()
        _ = world.become(.active)
        #expect(world.become(.held) == [])
    }

    @Test mutating func `A refused answer leaves the call connected, and it counts as held`() {
        world.ring()
        _ = world.become(.active)
        #expect(world.hear(.requestFailed(call, .answerCall)) == [.reportExisting(call, TableUnderTest.held())])
        // The user resumes it later, in a shell.
        let resume = world.action(.setHeld(false))
        #expect(world.hear(.perform(resume)) == [.fulfil(resume)])
    }

    @Test mutating func `An answer before the registry knows the call is requested when it does`() {
        _ = world.appear(.incoming)
        #expect(world.become(.active) == [])
        #expect(world.hear(.accepted(call)) == [.request(call, .answer)])
    }

    @Test mutating func `An answer that a shell requested at the same time is fulfilled once`() {
        world.ring()
        let answer = world.action(.answer)
        world.hear(.perform(answer))
        #expect(world.become(.active) == [.fulfil(answer)])
        #expect(world.become(.active) == [])
    }

    @Test mutating func `The end of a call is reported with the reason of the source`() {
        world.talk()
        #expect(world.become(.ended(.localEnded)) == [.reportEnded(call, .localEnded)])
    }

    @Test mutating func `A call that the user dials is requested, and its start is fulfilled when its turn comes`() {
        #expect(world.appear(.dialing, outgoing: true) == [.request(call, .start(TableUnderTest.start()))])
        #expect(world.become(.alerting, outgoing: true) == [])
        let start = world.action(.start(TableUnderTest.start()))
        #expect(
            world.hear(.perform(start)) == [
                .fulfil(start), .reportUpdated(call, TableUnderTest.facts), .reportConnecting(call),
            ])
        #expect(world.become(.active, outgoing: true) == [.reportConnected(call)])
    }

    @Test mutating func `A dialled call that connects before its turn comes is reported as connected then`() {
        _ = world.appear(.dialing, outgoing: true)
        #expect(world.become(.active, outgoing: true) == [])
        let start = world.action(.start(TableUnderTest.start()))
        #expect(
            world.hear(.perform(start)) == [
                .fulfil(start), .reportUpdated(call, TableUnderTest.facts), .reportConnected(call),
            ])
    }

    @Test mutating func `A refused dialled call counts as held under a new id when it has connected`() {
        _ = world.appear(.dialing, outgoing: true)
        #expect(world.hear(.requestFailed(call, .startCall)) == [])
        let effects = world.become(.active, outgoing: true)
        guard case .reportExisting(let id, TableUnderTest.held(outgoing: true)) = effects.first, effects.count == 1
        else {
            Issue.record("\(effects)")
            return
        }
        #expect(id != call)
    }

    @Test mutating func `A dialled call that has connected when the refusal comes counts as held at once`() {
        _ = world.appear(.dialing, outgoing: true)
        _ = world.become(.active, outgoing: true)
        let effects = world.hear(.requestFailed(call, .startCall))
        guard case .reportExisting(_, TableUnderTest.held(outgoing: true)) = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
    }

    @Test mutating func `A dialled call that ends before its turn comes is not dialled again`() {
        _ = world.appear(.dialing, outgoing: true)
        #expect(world.become(.ended(.unknown), outgoing: true) == [.reportEnded(call, .unknown)])
        let start = world.action(.start(TableUnderTest.start()))
        #expect(world.hear(.perform(start)) == [.fail(start)])
    }

    @Test mutating func `A hold is requested, and fulfilled at once when its turn comes`() {
        world.talk()
        #expect(world.become(.held) == [.request(call, .setHeld(true))])
        let hold = world.action(.setHeld(true))
        #expect(world.hear(.perform(hold)) == [.fulfil(hold)])
    }

    @Test mutating func `A refused hold is reported all the same`() {
        world.talk()
        _ = world.become(.held)
        #expect(world.hear(.requestFailed(call, .setHeld)) == [.reportExisting(call, TableUnderTest.held())])
    }

    @Test mutating func `A refused resume leaves the call as held`() {
        world.talk()
        _ = world.become(.held)
        let hold = world.action(.setHeld(true))
        world.hear(.perform(hold))
        #expect(world.become(.active) == [.request(call, .setHeld(false))])
        #expect(world.hear(.requestFailed(call, .setHeld)) == [])
    }

    @Test mutating func `A provider that holds by itself reports what its network did`() {
        world = TableUnderTest(holdsImplicitly: true)
        world.talk()
        var update = CallUpdate()
        update.onHold = true
        #expect(world.become(.held) == [.reportUpdated(call, update)])
        update.onHold = false
        #expect(world.become(.active) == [.reportUpdated(call, update)])
    }
}
