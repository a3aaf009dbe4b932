// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct TestCallCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "test-call",
        abstract: "Make a call to yourself, to try the ring, the headset and the microphone.",
        discussion: """
            A call from "Echo" rings in three seconds, as a call of any app. Answer it, and you hear what you say a second \
            later. It ends by itself after a minute. It is in no history and is no missed call, no program for calls runs \
            for it, and your voice stays in the memory of monkeycall-echo, which is in the package monkeycall-agent.

            The command does not wait for the call. It is refused while you have a call, and while do-not-disturb is on. A \
            rule that silences callers without a number silences this one too.

            With --json an object with TestCall, which is "starting".

            EXAMPLE
              monkeycall test-call && monkeycall watch
            """)

    @OptionGroup var bus: BusOptions

    /// What happens, and what the user looks at.
    private static let steps = """
        A test call from "Echo" rings in three seconds.
          1. It rings, a notification shows it, and music pauses.
          2. Answer it: with the notification, the headset, or monkeycall answer.
          3. Speak: you hear your voice a second later.
          4. monkeycall mute, and the button of the headset: you hear nothing.
          5. monkeycall end: the music goes on. The call also ends by itself after a minute.
        If something is not so, see monkeycall status.
        """

    func perform() throws(Failure) {
        let echo = try ProgramLink(
            .init(
                name: EchoName.bus, path: EchoName.path,
                wayToStart: "install the package monkeycall-agent, which has monkeycall-echo"),
            bus.sessionBus)
        do throws(Failure) {
            try echo.call(EchoName.interface, EchoName.start)
        } catch {
            throw Self.refusal(error)
        }
        Output.line(bus.json ? JSON.object([("TestCall", .string("starting"))]).text : Self.steps)
    }

    /// The words of the refusal name the commands that help.
    private static func refusal(_ failure: Failure) -> Failure {
        guard let refusal = TestCall.Refusal(rawValue: failure.name) else { return failure }
        switch refusal {
        case .noCallService:
            return Failure(.unavailable, failure.name, "The call service does not run; see monkeycall status.")
        case .callExists:
            return Failure(.refused, failure.name, "You have a call; end it first: monkeycall end.")
        case .doNotDisturb:
            return Failure(
                .refused, failure.name,
                "Do-not-disturb is on, so the test call would not ring; turn it off first: monkeycall dnd off.")
        case .noSound:
            return Failure(
                .refused, failure.name,
                "There is no sound device, so you would hear nothing; connect one, or start the sound server.")
        }
    }
}
