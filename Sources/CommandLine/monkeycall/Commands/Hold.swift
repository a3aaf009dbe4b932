// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Hold: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a call on hold.",
        discussion: "Both sides then hear nothing, and the microphone is free.")

    @Argument(help: .call("not on hold yet"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "put on hold" }
    var action: ActionKind { .setHeld(true) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        call.state == .active && call.allows(action.word)
    }
}
