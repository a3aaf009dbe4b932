// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

extension DirectoryMethod {
    /// The method of the user's directory.
    package var target: CallTarget { CallTarget(DirectoryName.bus, DirectoryName.path, interface, member) }
}
