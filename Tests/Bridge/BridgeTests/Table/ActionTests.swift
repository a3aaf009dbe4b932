// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// Actions on calls that are connected, and the loss of the source.
struct ActionTests {
    var world = TableUnderTest()
    var call: CallID { world.call }
    var key: SourceKey { world.key }

    @Test mutating func `An end whose method fails is fulfilled if the source has hung up all the same`() {
        world.talk()
        let end = world.action(.end)
        #expect(world.hear(.perform(end)) == [.command(.end(key, for: end.id))])
        #expect(world.become(.ended(.unknown)) == [.fulfil(end)])
        #expect(world.hear(.failed(end.id)) == [])
    }

    @Test mutating func `An end that the source refuses fails, and the call goes on`() {
        world.talk()
        let end = world.action(.end)
        world.hear(.perform(end))
        #expect(world.hear(.failed(end.id)) == [.fail(end)])
        #expect(world.become(.ended(.remoteEnded)) == [.reportEnded(call, .remoteEnded)])
    }

    @Test mutating func `Two ends of one call are both fulfilled`() {
        world.talk()
        let (one, two) = (world.action(.end), world.action(.end))
        world.hear(.perform(one))
        world.hear(.perform(two))
        #expect(world.become(.ended(.unknown)) == [.fulfil(one), .fulfil(two)])
    }

    @Test mutating func `A hold is fulfilled by the state, and a resume too`() {
        world.talk()
        let hold = world.action(.setHeld(true))
        #expect(world.hear(.perform(hold)) == [.command(.setHeld(key, true, for: hold.id))])
        #expect(world.become(.held) == [.fulfil(hold)])
        let resume = world.action(.setHeld(false))
        #expect(world.hear(.perform(resume)) == [.command(.setHeld(key, false, for: resume.id))])
        #expect(world.become(.active) == [.fulfil(resume)])
    }

    @Test mutating func `A provider that holds by itself fulfils the hold that the registry asked for`() {
        world = TableUnderTest(holdsImplicitly: true)
        world.talk()
        let hold = world.action(.setHeld(true))
        world.hear(.perform(hold))
        #expect(world.become(.held) == [.fulfil(hold)])
    }

    @Test mutating func `A hold that the source cannot do fails`() {
        world.talk()
        let hold = world.action(.setHeld(true))
        world.hear(.perform(hold))
        #expect(world.hear(.failed(hold.id)) == [.fail(hold)])
        #expect(world.become(.ended(.unknown)) == [.reportEnded(call, .unknown)])
    }

    @Test mutating func `Tones, mute and groups are fulfilled when the source has taken them`() {
        world.talk()
        let kinds: [ActionKind] = [
            .playDTMF(digits: "12#", .singleTone), .setMuted(true), .setGroup(with: nil),
        ]
        let commands: [(ActionID) -> SourceCommand] = [
            { [key] in .playTones(key, "12#", for: $0) }, { [key] in .setMuted(key, true, for: $0) },
            { [key] in .setGroup(key, with: nil, for: $0) },
        ]
        for (kind, command) in zip(kinds, commands) {
            let action = world.action(kind)
            #expect(world.hear(.perform(action)) == [.command(command(action.id))])
            #expect(world.hear(.done(action.id)) == [.fulfil(action)])
            let other = world.action(kind)
            world.hear(.perform(other))
            #expect(world.hear(.failed(other.id)) == [.fail(other)])
        }
    }

    @Test mutating func `An action that timed out is not completed later`() {
        world.talk()
        let tones = world.action(.playDTMF(digits: "1", .singleTone))
        world.hear(.perform(tones))
        world.hear(.timedOut(tones.id))
        #expect(world.hear(.done(tones.id)) == [])
    }

    @Test mutating func `A call whose end timed out is none of the registry's any more`() {
        world.talk()
        let end = world.action(.end)
        world.hear(.perform(end))
        world.hear(.timedOut(end.id))
        #expect(world.become(.ended(.unknown)) == [])
    }

    @Test mutating func `The end of a call that is gone is fulfilled, and everything else fails`() {
        let end = world.action(.end)
        #expect(world.hear(.perform(end)) == [.fulfil(end)])
        for kind in [ActionKind.answer, .setHeld(true), .setMuted(true), .setGroup(with: nil)] {
            let action = world.action(kind)
            #expect(world.hear(.perform(action)) == [.fail(action)])
        }
    }

    @Test mutating func `The calls of a source that has gone end as failed`() {
        world.talk()
        let start = TableUnderTest.action(.start(TableUnderTest.start()), of: .random())
        world.hear(.perform(start))
        #expect(world.hear(.sourceLost) == [.reportEnded(call, .failed), .fail(start)])
        #expect(world.table.count == 0)
    }

    @Test mutating func `A call that another provider carries leaves the registry, neither hung up nor missed`() {
        world.ring()
        let end = world.action(.end)
        world.hear(.perform(end))
        #expect(world.hear(.carriedElsewhere) == [.fulfil(end)])
        world = TableUnderTest()
        world.ring()
        #expect(world.hear(.carriedElsewhere) == [.reportEnded(call, .answeredElsewhere)])
        #expect(world.table.count == 0)
    }

    @Test mutating func `An active call that the bridge finds is listed as held and asks for the audio`() {
        #expect(
            world.appear(.active, isOld: true) == [
                .reportExisting(call, TableUnderTest.held()), .request(call, .setHeld(false)),
            ])
        let resume = world.action(.setHeld(false))
        #expect(world.hear(.perform(resume)) == [.fulfil(resume)])
    }

    @Test mutating func `A held call that the bridge finds is listed as held`() {
        #expect(world.appear(.held, isOld: true) == [.reportExisting(call, TableUnderTest.held())])
    }

    @Test(arguments: [(SourceState.dialing, CallState.dialing), (.alerting, .connecting)])
    mutating func `A call that the bridge finds while it is dialled is listed in its state`(
        state: SourceState, expected: CallState
    ) {
        var report = ExistingCall()
        (report.state, report.outgoing, report.update) = (expected, true, TableUnderTest.facts)
        #expect(world.appear(state, outgoing: true, isOld: true) == [.reportExisting(call, report)])
        #expect(world.become(.active, outgoing: true) == [.reportConnected(call)])
    }

    @Test mutating func `A found call whose id was used is listed under another one`() {
        _ = world.appear(.active, isOld: true)
        let effects = world.hear(.refused(call, .idIsUsed))
        guard case .reportExisting(let id, TableUnderTest.held()) = effects.first, effects.count == 2 else {
            Issue.record("\(effects)")
            return
        }
        #expect(id != call && effects.last == .request(id, .setHeld(false)))
    }

    @Test mutating func `A found call that the registry refuses is not reported again and again`() {
        _ = world.appear(.active, isOld: true)
        #expect(world.hear(.refused(call, .other)) == [])
        #expect(world.become(.ended(.unknown)) == [])
    }
}
