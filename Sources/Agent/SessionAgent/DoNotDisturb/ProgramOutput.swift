// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The output of a program, which the loop reads. The program is killed when this object is released. It has all the
/// time that it needs, because a busy machine may take long to start it.
final class ProgramOutput {
    /// In bytes. The right program prints less.
    private static let limit = 4096

    private let process: pid_t
    private let pipe: Int32
    private var bytes: [UInt8] = []
    private var watch: IOWatch?

    /// Calls `ended` with the whole output, once, after this call has returned. The program has no input.
    init(_ arguments: [String], _ loop: EventLoop, _ ended: @escaping (String) -> Void) throws(BusError) {
        let program = try ChildProgram(arguments[0], arguments)
        (process, pipe) = (program.process, program.output)
        watch = try loop.watch(fileDescriptor: pipe, events: .readable) { [unowned self] _ in
            guard !readMore() else { return }
            // `ended` may release this object.
            loop.deferred { [weak self] in
                guard let self else { return }
                watch = nil
                ended(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    deinit {
        watch = nil
        close(pipe)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// False at the end.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = read(pipe, &buffer, buffer.count)
        bytes += buffer.prefix(max(0, count))
        return count > 0 && bytes.count < Self.limit
    }
}
