// SPDX-License-Identifier: MIT

internal import CallCore
internal import Foundation

@testable import StateFile

/// A state file whose process may be killed at each of its steps: before it writes the changes of an event, within them, behind
/// them, and whenever it stores its progress, before each effect and behind the last. The state at the kill is copied, and the
/// process goes on without consequences until the end of its turn.
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
            step { self.save() }
            super.progress = newValue
        }
    }

    override func append(_ records: [UInt8]) throws(StateFileError) {
        step { self.save() }
        let before = size
        try super.append(records)
        let after = size
        // The process is killed in the middle of the write.
        step { self.save(length: before + (after - before) / 2) }
        step { self.save() }
    }

    private func step(_ save: () -> Void) {
        guard let left = countdown else { return }
        countdown = left > 0 ? left - 1 : nil
        guard left == 0 else { return }
        save()
        onKill()
    }

    /// Copies the folder as a killed process leaves it.
    func save(length: Int? = nil) {
        let copy = Self.copy(of: folder)
        try? FileManager.default.removeItem(atPath: copy)
        try? FileManager.default.copyItem(atPath: folder, toPath: copy)
        if let length { truncate(copy + "/state", length) }
    }

    private var size: Int {
        (try? FileManager.default.attributesOfItem(atPath: folder + "/state")[.size] as? Int) ?? 0
    }
}
