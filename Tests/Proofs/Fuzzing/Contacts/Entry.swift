// SPDX-License-Identifier: MIT

internal import AddressBooks
internal import CallContract
internal import FuzzingSupport

/// Small limits, so that a short input reaches them.
private let limits: VCardLimits = {
    var limits = VCardLimits()
    (limits.line, limits.value, limits.handles, limits.cards, limits.faults) = (200, 40, 3, 4, 6)
    (limits.picture.bytes, limits.picture.side) = (100, 64)
    return limits
}()

private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    check(Array(bytes), VCardLimits())
    check(Array(bytes), limits)
}

private func check(_ bytes: [UInt8], _ limits: VCardLimits) {
    var reader = VCardReader(bytes, limits: limits, keepsPictures: true)
    let items = reader.readAll()
    var (end, cards, faults) = (0, 0, 0)
    for item in items {
        switch item {
        case .fault(let fault):
            faults += 1
            require(fault.line > 0, "A fault has a line")
        case .card(let card):
            cards += 1
            let isApart = card.range.lowerBound >= end && card.range.upperBound <= bytes.count
            require(isApart, "A card has a place of its own")
            end = card.range.upperBound
            checkTexts(card, limits)
            checkAgain(card, bytes, limits)
        }
    }
    require(cards <= limits.cards && faults <= limits.faults, "The reader obeys its limits")
}

private func checkTexts(_ card: VCard, _ limits: VCardLimits) {
    for name in [card.name, card.nickname, card.organization] {
        require(name.unicodeScalars.count <= limits.name, "A name has a limit")
        require(
            !name.unicodeScalars.contains { $0.properties.generalCategory == .control },
            "A name has no control character")
    }
    require(card.handles.count <= limits.handles, "A card has a limited number of handles")
    require(card.handles.allSatisfy { !$0.handle.value.isEmpty }, "A handle is not empty")
    require(Set(card.handles.map(\.handle)).count == card.handles.count, "A handle is there once")
    if case .inside(_, let picture) = card.photo {
        require(!picture.isEmpty && picture.count <= limits.picture.bytes, "A picture has a limit")
    }
}

/// The place of a card is enough to read it again: pictures are opened so.
private func checkAgain(_ card: VCard, _ bytes: [UInt8], _ limits: VCardLimits) {
    var reader = VCardReader(Array(bytes[card.range]), limits: limits, keepsPictures: true)
    let again = reader.readAll().compactMap { item in if case .card(let card) = item { card } else { nil } }
    require(again.count == 1 && again.first?.handles == card.handles, "A card at its place is the same")
    require(again.first?.photo == card.photo, "A picture at its place is the same")
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
