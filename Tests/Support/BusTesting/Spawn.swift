// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// One call of `posix_spawnp`.
struct Spawn {
    let arguments: [String]
    let environment: [String: String]
    let workingDirectory: URL?
    /// They become the child's descriptors 0, 1, 2 and following.
    let descriptors: [Descriptor]

    /// Starts the process, in a process group of its own, with no signal blocked or ignored.
    func start() throws -> Int32 {
        guard let program = arguments.first else { throw SupportError("no program to start") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        prepare(&actions)
        prepare(&attributes)

        var processID: Int32 = 0
        let code = withStrings(arguments) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawnp(&processID, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SupportError.system("cannot start \(program)", code: code) }
        return processID
    }

    private func prepare(_ actions: inout posix_spawn_file_actions_t) {
        // First moves the sources above all targets: with few open files, a source may have the number of a target.
        let free = (descriptors.map(\.number).max() ?? 0) + Int32(descriptors.count)
        for (index, source) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source.number, free + Int32(index))
        }
        for index in descriptors.indices {
            posix_spawn_file_actions_adddup2(&actions, free + Int32(index), Int32(index))
        }
        // A test runner may have descriptors that were opened without close-on-exec.
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        if let workingDirectory {
            posix_spawn_file_actions_addchdir_np(&actions, workingDirectory.path)
        }
    }

    private func prepare(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// The strings in the form of C: an array of pointers with a null at its end.
    private func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
