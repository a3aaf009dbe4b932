// SPDX-License-Identifier: MIT

internal import FuzzingSupport

private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    var talk = Talk(Input(bytes))
    talk.go()
}

// With -DFUZZER libFuzzer brings main. Without it this is a program like any other, which replays inputs, so that the
// ordinary build has no target without main, and nobody needs a fuzzer to look at what one has found.
#if FUZZER
    /// What libFuzzer calls.
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
