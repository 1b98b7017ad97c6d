import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigProfile;
import java.util.List;

/**
 * Prints the layouts of every GPU to which no instance can be added, as the library draws them: a
 * line for each GPU, a line for each layout, and the lines of its drawing.
 */
class MigDrawings {
  public static void main(String[] args) {
    for (MigGpu gpu : MigGpu.all()) {
      // Profiles with media engines have the placements of the ones without.
      List<String> plain =
          gpu.profiles().stream()
              .map(MigProfile::name)
              .filter(name -> !name.matches(".*[+-].*"))
              .toList();
      System.out.println("GPU\t" + gpu.name() + "\t" + gpu.geometry() + "\t" + gpu.placementsFrom());
      for (MigLayout layout : gpu.layouts(plain).maximal()) {
        System.out.println("LAYOUT\t" + layout);
        System.out.print(layout.svg());
      }
    }
  }
}
