// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Mute: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Mute your side of a call.",
        discussion: "The other side hears silence.")

    @Argument(help: .call("not muted"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "muted" }
    var action: ActionKind { .setMuted(true) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        !call.isMuted && call.allows(action.word)
    }
}
