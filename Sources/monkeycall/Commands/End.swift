// SPDX-License-Identifier: MIT
import ArgumentParser
import CallMirror

struct End: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a call, whatever its state.",
        discussion: "A call that was held to make room for it goes on by itself then.")

    @Argument(help: .call("there"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "ended" }
    var action: String { "end-call" }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { !["ending", "ended"].contains(call.state) }
}
