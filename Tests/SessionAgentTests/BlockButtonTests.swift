// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus
import Testing

@testable import SessionAgent

/// The calls whose notification has Block; `MissedCallsOfDirectoryTests` presses it.
struct BlockButtonTests {
    private func buttons(_ more: [String: Variant] = [:], canBlock: Bool = true) -> [Banner.Button]? {
        let call: [String: Variant] = [String: Variant]([
            .uuid: .string("A"), .state: .string(CallState.incoming.rawValue),
            .remoteHandle: WireHandle(type: Received(text: "phone-number"), value: "+4930999").variant,
            .allowedActions: .strings([ActionWord.answerCall.rawValue, ActionWord.endCall.rawValue]),
        ])
        return Banner(CallRecord(call.merging(more) { $1 }), in: DesktopState(), canBlock: canBlock)?.buttons
    }

    @Test func `Block is the last button of a stranger's ringing call`() {
        #expect(buttons() == [.answer, .decline, .silence, .block])
        #expect(buttons(canBlock: false) == [.answer, .decline, .silence])
    }

    @Test func `An emergency call has no Block`() {
        #expect(buttons([String: Variant]([.emergency: .bool(true)])) == [.answer, .decline, .silence])
    }

    @Test func `A call that cannot be declined has no Block`() {
        let onlyAnswer = [String: Variant]([.allowedActions: .strings([ActionWord.answerCall.rawValue])])
        #expect(buttons(onlyAnswer) == [.answer, .silence])
    }
}
