// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Ungroup: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a call out of its conference.",
        discussion: "It becomes the active call; the app puts the rest of the conference on hold.")

    @Argument(help: .call("in a conference"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "taken out of its conference" }
    var action: ActionKind { .setGroup(with: nil) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { !registry.companions(of: call).isEmpty }
}
