// SPDX-License-Identifier: MIT

internal import EventStories
internal import FuzzingSupport

private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    var story = EventStory(Input(bytes))
    story.checksRestarts = true
    do throws(EventStory.Objection) {
        try story.tell()
    } catch {
        report(error.sentence, story: error.story)
    }
}

// With -DFUZZER libFuzzer brings main. Without it this is an ordinary program that replays inputs: a developer can look
// at a finding without a fuzzer.
#if FUZZER
    /// libFuzzer calls this for each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        run(UnsafeBufferPointer(start: bytes, count: count))
        return 0
    }
#else
    @main
    struct Replay {
        static func main() { replay(CommandLine.arguments.dropFirst(), run) }
    }
#endif
