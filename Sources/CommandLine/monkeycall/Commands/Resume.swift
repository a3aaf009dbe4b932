// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Resume: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a call off hold.",
        discussion: "The service first puts an active call on hold, or ends it if it cannot be held.")

    @Argument(help: .call("on hold"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "resumed" }
    var action: ActionKind { .setHeld(false) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .held }
}
