// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct End: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a call in any state.",
        discussion: """
            Without a call it ends your current call (dialing, connecting or active), or else the only one on hold. \
            It ends a ringing call only by its id; use decline for others. A call that was held to make room for the \
            ended one then resumes by itself.
            """)

    @Argument(
        help: "The call, by the first characters of its id, at least four. Without it your current call.",
        completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "ended" }
    var action: ActionKind { .end }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.isUnderWay || call.state == .held }

    func advice(in registry: Registry) -> String {
        registry.calls.values.contains(where: \.isUnanswered) ? "; to refuse the one that rings, use decline" : ""
    }
}
