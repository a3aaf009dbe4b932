// SPDX-License-Identifier: MIT

import BusTesting
import Testing

@testable import Simulation

/// Faults between the service and its clients, which the simulation must find.
struct FaultTests {
    /// The number of copies of a message that arrive, and the rule that this breaks.
    struct Fault: Sendable, CustomTestStringConvertible {
        let member: String
        let copies: Int
        let sentence: String

        var testDescription: String { "\(copies == 0 ? "no" : "two") \(member)" }

        func apply(_ message: BusMessage) -> [BusMessage] {
            message.member == member ? Array(repeating: message, count: copies) : [message]
        }
    }

    static let faults = [
        Fault(
            member: "TransactionCompleted", copies: 0, sentence: "Every accepted transaction completes exactly once."),
        Fault(
            member: "TransactionCompleted", copies: 2, sentence: "Every accepted transaction completes exactly once."),
        Fault(member: "DidActivateAudioSession", copies: 0, sentence: "Only who has the audio loses it."),
        Fault(member: "DidActivateAudioSession", copies: 2, sentence: "Never two have the audio."),
        Fault(member: "DidDeactivateAudioSession", copies: 0, sentence: "Never two have the audio."),
        Fault(member: "DidDeactivateAudioSession", copies: 2, sentence: "Only who has the audio loses it."),
        Fault(
            member: "PerformAnswerCallAction", copies: 2,
            sentence: "An action is told once, and not after it was done."),
        Fault(
            member: "TimedOutPerformingAction", copies: 0,
            sentence: "What is not done in time is told to have timed out."),
        Fault(member: "TimedOutPerformingAction", copies: 2, sentence: "Only what was told and is not over times out."),
        Fault(member: "PropertiesChanged", copies: 0, sentence: "The signals make sense."),
        Fault(member: "InterfacesAdded", copies: 2, sentence: "The signals make sense."),
        Fault(member: "InterfacesRemoved", copies: 2, sentence: "The signals make sense."),
    ]

    @Test(arguments: faults)
    func `The simulation finds a fault and shortens its story`(fault: Fault) throws {
        var simulation = Simulation()
        simulation.tamper = fault.apply
        let reports = try (UInt64(1)...40).lazy.map { try simulation.run(seed: $0, events: 25) }
        let found = try #require(reports.first { $0.violation?.sentence == fault.sentence })
        let violation = try #require(found.violation)
        let story = try simulation.shrink(found.story, breaking: violation)
        let words = try simulation.words(story).joined(separator: "\n")
        #expect(story.count < 20, "\(words)")
        #expect(try simulation.run(story).violation?.sentence == fault.sentence)
        // Without the fault the story breaks no rule. Every input of the story is needed.
        #expect(try Simulation().run(story).violation == nil)
        for place in story.inputs.indices {
            var inputs = story.inputs
            inputs.remove(at: place)
            #expect(try simulation.run(Story(inputs: inputs)).violation?.sentence != fault.sentence)
        }
    }

    @Test func `A broken rule is printed with the story in words`() throws {
        var simulation = Simulation()
        simulation.tamper = { $0.member == "PerformEndCallAction" ? [$0, $0] : [$0] }
        let story = Story(inputs: [
            Input(time: 1, client: 2, deed: .register(app: "s", groups: 1, holdsImplicitly: false)),
            Input(time: 2, client: 2, deed: .ring(app: "s", call: 1, canHold: true)),
            Input(time: 3, client: 3, deed: .ask(.init(call: 1, kind: .end))),
        ])
        let words = try simulation.words(story).filter { !$0.contains("<-") }
        #expect(
            words.map { $0.drop { $0 == " " || $0.isNumber || $0 == "." } } == [
                "s  the app of s registers s, 1 groups", "s  the app of s reports call 1 incoming at s",
                "s  shell one asks the call's object: end call 1", "",
                "Not true: An action is told once, and not after it was done. PerformEndCallAction of call 1",
            ])
    }
}
