// SPDX-License-Identifier: MIT

package import SDBus

extension PhoneName {
    /// Runs one of the window's actions. The bus starts the program if it does not run.
    package static var activateAction: CallTarget {
        CallTarget(bus, ObjectPath(ofProgram: bus), "org.freedesktop.Application", "ActivateAction")
    }
}
