// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient

struct End: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a call, whatever its state.",
        discussion: """
            Without a call it ends the one that you are on (dialing, connecting or active), or else the only one on hold. \
            It never ends a call that rings without its id: decline does. A call that was held to make room for the one \
            that ends goes on by itself then.
            """)

    @Argument(
        help: "The call, by the first characters of its id, at least four. Without it the call that you are on.",
        completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "ended" }
    var action: String { "end-call" }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.isUnderWay || call.state == "held" }

    func advice(in registry: Registry) -> String {
        registry.calls.values.contains(where: \.isUnanswered) ? "; to refuse the one that rings, say decline" : ""
    }
}
