// SPDX-License-Identifier: MIT

internal import CallCore
internal import Foundation

@testable import CallService

/// A state file whose process may be killed at each of its steps: before it writes the changes of an event, within
/// them, behind them, before and behind the write of a new file, and whenever it stores its progress or what is at
/// hand. The state at the kill is copied, and the process goes on without consequences until the end of its turn.
final class FragileStateFile: StateFile {
    /// The steps until the kill; nil = no kill is planned.
    var countdown: Int?
    /// Called at the kill. From then on nothing that the process sends may arrive.
    private let onKill: () -> Void
    private let folder: String

    /// `folder` is the place of the file, and beside it the state at the kill is copied.
    init(in folder: String, onKill: @escaping () -> Void) {
        self.folder = folder
        self.onKill = onKill
        super.init(in: folder, format: StateWriter.format)
    }

    /// The folder with the state at the kill.
    static func copy(of folder: String) -> String { folder + "-killed" }

    override var progress: UInt64 {
        get { super.progress }
        set {
            step()
            super.progress = newValue
        }
    }

    override func begin(
        progress: UInt64, _ body: (_ append: (UnsafeRawBufferPointer) -> Void) -> Void
    ) throws(StateFileError) {
        step()
        try super.begin(progress: progress, body)
        step()
    }

    override func append(_ records: UnsafeRawBufferPointer) throws(StateFileError) {
        step { self.save() }
        let before = size
        try super.append(records)
        let after = size
        // The process is killed in the middle of the write, and before it stores the number of committed bytes.
        step { self.save(length: before + (after - before) / 2, committed: before) }
        step { self.save(length: after, committed: before) }
        step { self.save() }
    }

    /// A step that changes nothing by half.
    func step() { step { self.save() } }

    private func step(_ save: () -> Void) {
        guard let left = countdown else { return }
        countdown = left > 0 ? left - 1 : nil
        guard left == 0 else { return }
        save()
        onKill()
    }

    /// Copies the folder as a killed process leaves it.
    func save() {
        let copy = Self.copy(of: folder)
        try? FileManager.default.removeItem(atPath: copy)
        try? FileManager.default.copyItem(atPath: folder, toPath: copy)
    }

    private func save(length: Int, committed: Int) {
        save()
        guard let file = FileHandle(forUpdatingAtPath: Self.copy(of: folder) + "/state") else { return }
        try? file.truncate(atOffset: UInt64(length))
        try? file.seek(toOffset: UInt64(StateHead.committed * 8))
        withUnsafeBytes(of: UInt64(committed).littleEndian) { file.write(Data($0)) }
    }

    private var size: Int {
        (try? FileManager.default.attributesOfItem(atPath: folder + "/state")[.size] as? Int) ?? 0
    }
}

/// The words beside the state file. Each store is a step.
final class FragileWords: MappedWords {
    private let step: () -> Void

    init(_ path: String, count: Int, step: @escaping () -> Void) {
        self.step = step
        super.init(path, count: count)
    }

    override subscript(place: Int) -> UInt64 {
        get { super[place] }
        set {
            step()
            super[place] = newValue
        }
    }
}
