// SPDX-License-Identifier: MIT

internal import FuzzingSupport
internal import HeadsetReports

/// The first byte is the length of the reports in 16 bytes; the rest is a descriptor, and at its end the reports.
private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    var input = Input(bytes)
    let reports = Int(input.byte()) * 16
    let rest = input.rest()
    let descriptor = Array(rest.dropLast(reports))
    guard let layout = try? HeadsetLayout(descriptor: descriptor) else { return }
    var reader = ButtonReader(layout)
    for change in reader.read(Array(rest.suffix(reports))) {
        if case .latched(let isOn) = change.kind, isOn { continue }
    }
    let dark = layout.reports(showing: [])
    let bright = layout.reports(showing: Set(HeadsetLight.allCases))
    require(dark.map(\.count) == bright.map(\.count), "The size of a report does not depend on its lights")
    require(dark.map(\.first) == bright.map(\.first), "A report keeps its number")
    require(dark.allSatisfy { $0.dropFirst().allSatisfy { $0 == 0 } }, "Without a light no bit is set")
    require(bright.allSatisfy { $0.contains { $0 != 0 } }, "A report without a light is not written")
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
