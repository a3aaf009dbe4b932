// SPDX-License-Identifier: MIT
internal import Glibc

/// The thread to which a loop belongs, with everything on it. Only a debug build knows it; in a release build this is
/// empty.
struct Confinement {
    #if DEBUG
        private final class Owner {
            var thread = pthread_self()
        }

        /// All that is on the loop shares it.
        private let owner = Owner()
    #endif

    /// Traps if the calling thread is another one. Two threads at the same time are an error even if it goes well
    /// today.
    @inline(__always)
    func check() {
        #if DEBUG
            precondition(
                owner.thread == pthread_self(),
                "Another thread touches an event loop; ring a LoopBell there, or let that thread adopt the loop first.")
        #endif
    }

    /// They belong to the calling thread from now on.
    @inline(__always)
    func adopt() {
        #if DEBUG
            owner.thread = pthread_self()
        #endif
    }
}
