// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// Incoming calls of a source.
struct IncomingTests {
    var world = TableUnderTest()
    var call: CallID { world.call }
    var key: SourceKey { world.key }

    @Test mutating func `An incoming call of the source is reported`() {
        #expect(world.appear(.incoming) == [.reportIncoming(call, TableUnderTest.facts)])
        #expect(world.hear(.accepted(call)) == [])
    }

    @Test mutating func `The source does not ring while a shell rings`() {
        world.hear(.hasShell(true))
        #expect(
            world.appear(.incoming) == [.command(.silence(key)), .reportIncoming(call, TableUnderTest.facts)])
    }

    @Test mutating func `A shell that comes during the ring silences the source`() {
        world.ring()
        #expect(world.hear(.hasShell(true)) == [.command(.silence(key))])
        #expect(world.hear(.hasShell(false)) == [])
    }

    @Test mutating func `A call that the registry refuses is silent, and nothing ends it`() {
        _ = world.appear(.incoming)
        #expect(world.hear(.refused(call, .other)) == [.command(.silence(key))])
        #expect(world.become(.ended(.unknown)) == [])
    }

    @Test mutating func `A refused call that the user answers at the source is listed and asks for the audio`() {
        _ = world.appear(.incoming)
        world.hear(.refused(call, .other))
        #expect(
            world.become(.active) == [
                .reportExisting(call, TableUnderTest.held()), .request(call, .setHeld(false)),
            ])
    }

    @Test mutating func `A refused call that was answered before the refusal came is listed`() {
        _ = world.appear(.incoming)
        #expect(world.become(.active) == [])
        #expect(
            world.hear(.refused(call, .other)) == [
                .reportExisting(call, TableUnderTest.held()), .request(call, .setHeld(false)),
            ])
    }

    @Test mutating func `A call whose id was used by a bridge that is gone rings again under another id`() {
        _ = world.appear(.incoming)
        let effects = world.hear(.refused(call, .idIsUsed))
        guard case .reportIncoming(let id, TableUnderTest.facts) = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        #expect(id != call)
        world.hear(.accepted(id))
        let answer = TableUnderTest.action(.answer, of: id)
        #expect(world.hear(.perform(answer)) == [.command(.answer(key, for: answer.id))])
    }

    @Test mutating func `An answer is fulfilled when the source shows it, not when the method returns`() {
        world.ring()
        let answer = world.action(.answer)
        #expect(world.hear(.perform(answer)) == [.command(.answer(key, for: answer.id))])
        #expect(world.hear(.done(answer.id)) == [])
        #expect(world.become(.active) == [.fulfil(answer)])
    }

    @Test mutating func `An answer that the source refuses fails`() {
        world.ring()
        let answer = world.action(.answer)
        world.hear(.perform(answer))
        #expect(world.hear(.failed(answer.id)) == [.fail(answer)])
        // The registry has ended the call, so it forgets its id.
        #expect(world.become(.ended(.remoteEnded)) == [])
    }

    @Test mutating func `A call whose answer failed and that connects all the same is listed under a new id`() {
        world.ring()
        let answer = world.action(.answer)
        world.hear(.perform(answer))
        world.hear(.failed(answer.id))
        _ = world.become(.active)
        let effects = world.hear(.refused(call, .idIsUsed))
        guard case .reportExisting(let id, TableUnderTest.held()) = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(id != call)
        #expect(effects.last == .request(id, .setHeld(false)))
    }

    @Test mutating func `A call that connects after its answer timed out is listed again`() {
        world.ring()
        let answer = world.action(.answer)
        world.hear(.perform(answer))
        #expect(world.hear(.timedOut(answer.id)) == [])
        #expect(
            world.become(.active) == [
                .reportExisting(call, TableUnderTest.held()), .request(call, .setHeld(false)),
            ])
    }

    @Test mutating func `A caller that gives up ends the call with the reason of the source`() {
        world.ring()
        #expect(world.become(.ended(.remoteEnded)) == [.reportEnded(call, .remoteEnded)])
        // The source may list the ended call for some time.
        #expect(world.become(.ended(.remoteEnded)) == [])
        #expect(world.hear(.disappeared(key)) == [])
    }

    @Test mutating func `A caller that gives up before the registry has answered ends the call`() {
        _ = world.appear(.incoming)
        #expect(world.become(.ended(.unknown)) == [.reportEnded(call, .unknown)])
        #expect(world.hear(.accepted(call)) == [])
    }

    @Test mutating func `A call that the user declines through the registry ends by that action`() {
        world.ring()
        let end = world.action(.end)
        #expect(world.hear(.perform(end)) == [.command(.end(key, for: end.id))])
        #expect(world.become(.ended(.unknown)) == [.fulfil(end)])
    }

    @Test mutating func `A changed name is reported`() {
        world.ring()
        var source = TableUnderTest.call(.incoming)
        source.facts.localizedCallerName = "Ada"
        #expect(world.hear(.changed(key, source)) == [.reportUpdated(call, source.facts)])
        #expect(world.hear(.changed(key, source)) == [])
    }

    @Test mutating func `A call that the source lists as ended is nothing`() {
        #expect(world.appear(.ended(.unknown)) == [])
        #expect(world.table.count == 0)
    }

    @Test func `A call keeps its id for the next bridge, and two calls have different ones`() {
        let other = SourceKey(life: key.life, object: "/calls/2")
        #expect(SourceKey(life: key.life, object: key.object).callID == call)
        #expect(Set([call, other.callID, SourceKey(life: "bus :1.2", object: key.object).callID]).count == 3)
        #expect(call.description.prefix(8) != other.callID.description.prefix(8))
        // RFC 9562: version 8, and the variant.
        let text = Array(call.description)
        #expect(text[14] == "8" && "89ab".contains(text[19]))
    }
}
