// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Unmute: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unmute your side of a call.",
        discussion: "The other side hears you again.")

    @Argument(help: .call("muted"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "unmuted" }
    var action: ActionKind { .setMuted(false) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        call.isMuted && call.allows(action.word)
    }
}
