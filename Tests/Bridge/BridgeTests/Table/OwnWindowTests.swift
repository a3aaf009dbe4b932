// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
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
        #expect(world.appear(.dialing, outgoing: true) == [.request(call, .start(TableUnderTest.dialedStart()))])
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

    @Test mutating func `A source that can silence calls silences a refused one and resumes it when asked`() {
        world = TableUnderTest(quietens: true)
        world.ring()
        _ = world.become(.active)
        #expect(
            world.hear(.requestFailed(call, .answerCall))
                == [.reportExisting(call, TableUnderTest.held()), .quieten(world.key)])
        #expect(world.become(.held) == [])
        let resume = world.action(.setHeld(false))
        #expect(world.hear(.perform(resume)) == [.command(.setHeld(world.key, false, for: resume.id))])
        #expect(world.become(.active) == [.fulfil(resume)])
    }

    @Test mutating func `A found call asks for the audio under its new id too, although it is silent by then`() {
        world = TableUnderTest(quietens: true)
        #expect(
            world.appear(.active, isOld: true) == [
                .reportExisting(call, TableUnderTest.held()), .quieten(world.key), .request(call, .setHeld(false)),
            ])
        _ = world.become(.held)
        let effects = world.hear(.refused(call, .idIsUsed))
        guard case .reportExisting(let id, TableUnderTest.held()) = effects.first, effects.count == 2 else {
            Issue.record("\(effects)")
            return
        }
        #expect(id != call && effects.last == .request(id, .setHeld(false)))
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

    @Test func `A call that makes no room is reported as it is, and the registry decides whether it is held`() {
        var source = TableUnderTest(makesRoom: false)
        var report = TableUnderTest.held(outgoing: true)
        report.state = .active
        #expect(source.appear(.active, outgoing: true, isOld: true) == [.reportExisting(source.call, report)])
        let hold = source.action(.setHeld(true))
        #expect(source.hear(.perform(hold)) == [.command(.setHeld(source.key, true, for: hold.id))])
        #expect(source.become(.held, outgoing: true) == [.fulfil(hold)])
        // The id was used before: the next report has the state of the source, too.
        guard case .reportExisting(let next, let again)? = source.hear(.refused(source.call, .idIsUsed)).first else {
            Issue.record("The call is not reported again")
            return
        }
        #expect(next != source.call && again.state == .held)
    }
}
