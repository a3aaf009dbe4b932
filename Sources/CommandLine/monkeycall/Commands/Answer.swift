// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Answer: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer a call.",
        discussion: "The service first puts an active call on hold, or ends it if it cannot be held.")

    @Argument(help: .call("ringing"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "answered" }
    var action: ActionKind { .answer }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .incoming }
}
