package io.gpuspec.judges;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Law 4: what mig-parted makes of our MIG configs. */
class MigPartedJudge {
  private static final String BALANCED =
      """
      version: v1
      mig-configs:
        all-disabled:
        - devices: all
          mig-enabled: false
        all-balanced:
        - device-filter: ["0x20B010DE", "0x20F110DE"]
          devices: all
          mig-enabled: true
          mig-devices:
            1g.5gb: 2
            2g.10gb: 1
            3g.20gb: 1
      """;

  private static final String ONE = one("[0, 1]", "{\"1g.5gb\": 7}");

  @Test
  void aRightConfigIsTakenAndHeld() {
    List<String> right =
        List.of(
            BALANCED,
            ONE,
            one("all", "{1g.5gb+me: 1, 1g.5gb: 6}"),
            one("all", "{1g.24gb-me: 3, 1g.24gb+me.all: 1}"),
            one("all", "{1c.3g.20gb: 2}"));
    try (Trial trial = trial("takes a right config and keeps it")) {
      for (String config : right) {
        MigParted parted = MigParted.reading(config);
        trial.agreed(parted.keepsEverything(), () -> config + parted);
      }
    }
  }

  @Test
  void aWrongConfigIsRefusedWithItsReason() {
    try (Trial trial = trial("refuses a wrong config")) {
      refused(trial, ONE.replace("version: v1", ""), "missing 'version' field");
      refused(trial, ONE.replace("v1", "v2"), "unknown version: v2");
      refused(trial, ONE.replace("mig-configs", "mig-config"), "unexpected field: mig-config");
      refused(trial, ONE.replace("devices: [0, 1]", "device: [0]"), "field: device");
      refused(trial, ONE.replace("mig-enabled: true", "# "), "missing required field: mig-enabled");
      refused(
          trial, ONE.replace("true", "false"), "MIG devices included when 'mig-enabled' is false");
      refused(trial, one("some", "{1g.5gb: 7}"), "invalid string input for 'devices': some");
      refused(trial, one("all", "{1g: 7}"), "invalid format for '1g'");
      refused(trial, one("all", "{1g.5gb.me: 1}"), "invalid format for '1g.5gb.me'");
      refused(trial, one("all", "{1g.5gb: 0}"), "all counts for all MigProfiles are 0");
      refused(trial, "version: v1\nmig-configs: {}\n", "at least one entry in 'mig-configs'");
      refused(trial, ONE + "version: v1\n", "key \"version\" already set in map");
    }
  }

  /**
   * What mig-parted cannot see without the card: it reads the form of a profile's name and no more.
   * Our own tables have to say that these do not fit.
   */
  @Test
  void whatDoesNotFitTheCardIsTaken() {
    try (Trial trial = trial("takes what no card can hold")) {
      for (String devices :
          List.of("{9g.5gb: 1}", "{1g.5gb: 8}", "{4g.20gb: 2}", "{3g.20gb: 1, 1g.5gb+me: 2}")) {
        String config = one("all", devices);
        MigParted parted = MigParted.reading(config);
        trial.agreed(parted.keepsEverything(), () -> config + parted);
      }
    }
  }

  private static String one(String devices, String migDevices) {
    return """
        version: v1
        mig-configs:
          one:
          - devices: %s
            mig-enabled: true
            mig-devices: %s
        """
        .formatted(devices, migDevices);
  }

  private static Trial trial(String law) {
    return Trial.of("mig-parted", MigParted.version(), law);
  }

  private static void refused(Trial trial, String config, String reason) {
    MigParted parted = MigParted.reading(config);
    trial.agreed(
        parted.refused().stream().anyMatch(why -> why.contains(reason)),
        () -> config + "expected: " + reason + "\nsaid: " + parted);
  }
}
