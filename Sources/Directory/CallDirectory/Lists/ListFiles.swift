// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import DirectoryDatabase
import PhoneNumbers
import SDBus
import SystemFiles

// All of it runs on the thread for the imports of the source, which may wait for the disk of the file.

extension Lists {
    /// Loads a source from a file, and remembers the path. A new source is enabled, because the user chose the file.
    func importFile(_ file: BusFile, _ list: ListFile, as name: String, in region: Region) throws(ListError) {
        guard let file = RegularFile(file) else {
            throw ListError(.unknown, "The descriptor is not a file of a disk; open a file, or copy the data into one.")
        }
        let isNew = try addIfMissing(name, kind: .file, isEnabled: true)
        guard try source(name)?.kind == .file else {
            throw ListError(.unknown, "\(name) is the name of a program; choose another name for the file.")
        }
        do throws(ListError) {
            try read(file, list, into: name, region)
        } catch {
            if isNew { try remove(name) }
            throw error
        }
        try setFile(list, of: name)
    }

    /// Loads a source again from the file that it was imported from.
    func reloadFile(of name: String, in region: Region) throws(ListError) {
        guard let source = try source(name) else { throw .unknownSource(name) }
        guard source.isEnabled else { throw ListError.disabled(source.name) }
        guard let list = source.file, !list.path.isEmpty else {
            throw ListError(.unknown, "\(source.name) was imported without a path; import the file again.")
        }
        guard let file = RegularFile(list.path) else {
            throw ListError(.unknown, "Cannot open the file of \(source.name); import the file from its new place.")
        }
        try read(file, list, into: source.name, region)
    }

    private func read(_ file: RegularFile, _ list: ListFile, into source: String, _ region: Region) throws(ListError) {
        let (now, descriptor) = (SystemClock.realtime, file.descriptor)
        let normalize = { (text: String) -> Int64? in
            guard case .number(let number) = ParsedNumber(text, in: region) else { return nil }
            return number.e164
        }
        try load(source, list.format, blocks: list.blocks, at: now, normalize: normalize, clean: \.carried) {
            (contents) throws(ListError) in
            switch list.format {
            case .text, .csv: try contents.read(from: descriptor)
            case .vcard: try Self.readCards(file, into: &contents)
            }
        }
    }

    /// Takes every number and address of every card, with the name as the label.
    private static func readCards(_ file: RegularFile, into contents: inout ListImport) throws(ListError) {
        guard let bytes = file.bytes(upTo: VCardLimits().file + 1) else {
            throw ListError(.unknown, "Cannot read the file; check the disk and import the file again.")
        }
        var reader = VCardReader(bytes)
        var (hasHandles, isReading, line) = (false, true, 0)
        while isReading {
            isReading = reader.readLine()
            line += 1
            for item in reader.takeItems() {
                switch item {
                case .card(let card):
                    for address in card.handles {
                        try contents.add(address.handle, label: card.name, line: line)
                        hasHandles = true
                    }
                case .fault(let fault): if let error = fault.listError { throw error }
                }
            }
        }
        guard hasHandles else {
            throw ListError(
                .unknown, "The file has no vCard with a number or an address; choose another file or format.")
        }
    }
}

extension VCardFault {
    /// Nil if every number and address was read nevertheless.
    fileprivate var listError: ListError? {
        switch reason {
        case .picture, .badEncoding, .tooManyFaults: nil
        case .fileIsTooLarge, .fileIsUTF16, .textOutsideCard, .cardDoesNotEnd, .lineHasNoColon, .lineIsTooLong,
            .valueIsTooLong, .tooManyHandles, .tooManyCards:
            ListError(.unknown, "Line \(line): \(message)")
        }
    }
}

/// An open file of a disk. A pipe, a device or a socket could let its reader wait forever.
struct RegularFile: Sendable {
    private let file: BusFile

    var descriptor: Int32 { file.descriptor }

    /// Nil for anything else.
    init?(_ file: BusFile) {
        guard ReadableFile.isOrdinary(file.descriptor) else { return nil }
        self.file = file
    }

    /// Opens a file for reading. Nil if there is none.
    init?(_ path: String) {
        guard let descriptor = try? ReadableFile.open(path) else { return nil }
        self.init(BusFile(adopting: descriptor))
    }

    /// The bytes from here on, at most as many; nil after an error of the disk.
    func bytes(upTo count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        do { try FileBytes.read(from: descriptor, upTo: count, into: &bytes) } catch { return nil }
        return bytes
    }
}
